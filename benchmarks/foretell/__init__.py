"""Do measures of tasks foretell what learning them costs? The runs and tables of decisions 57, 91, 160 and 210."""
