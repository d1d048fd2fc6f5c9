"""What can be said of a machine in bits: stationary laws, suprema with certificates, processes, shared structure."""
