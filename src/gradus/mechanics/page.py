"""An interactive page for machines too large for a picture: drag, zoom, and read a state's answers.

The page is one self-contained HTML file. The layout is computed here, in rounds of attraction along edges and
repulsion on a coarse grid, so that the browser only has to draw.
"""

from __future__ import annotations

import json
from html import escape

import numpy as np
from numpy.typing import NDArray

from gradus.mechanics.draw import edge_labels, labels_of
from gradus.mechanics.machine import Machine
from gradus.school import UserError

LARGEST = 5000
"""Most states of a page."""


def page(machine: Machine, title: str) -> str:
    """The page as HTML text."""
    if len(machine) > LARGEST:
        raise UserError(f"The machine has {len(machine)} states; a page holds at most {LARGEST}.")
    labels = labels_of(machine)
    texts = edge_labels(machine)
    pairs = list(texts)
    places = layout(len(machine), pairs)
    boxes = {box: i for i, box in enumerate(dict.fromkeys(labels.boxes))}
    data = {
        "names": list(labels.names),
        "boxes": [boxes[box] for box in labels.boxes],
        "places": np.round(places, 1).tolist(),
        "edges": [[a, b, texts[a, b]] for a, b in pairs],
    }
    payload = json.dumps(data).replace("</", "<\\/")
    facts = f"{len(machine)} states, {len(pairs)} edges; an edge reads observation, reward | action."
    return _PAGE.replace("@title", escape(title)).replace("@facts", escape(facts)).replace("@data", payload)


def layout(n: int, pairs: list[tuple[int, int]], rounds: int = 120) -> NDArray[np.float64]:
    """Positions in a square; the same for the same machine."""
    angle = np.arange(n) * 2.399963  # the golden angle spreads states evenly to begin with
    places = np.sqrt(np.arange(n) + 1.0)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    ends = np.array([pair for pair in pairs if pair[0] != pair[1]] or [(0, 0)])
    for turn in range(rounds):
        pull = places[ends[:, 1]] - places[ends[:, 0]]
        force = np.zeros_like(places)
        np.add.at(force, ends[:, 0], 0.05 * pull)
        np.add.at(force, ends[:, 1], -0.05 * pull)
        force += _push(places)
        length = np.linalg.norm(force, axis=1, keepdims=True)
        places = places + force / np.maximum(length, 1.0) * (1.5 * (1 - turn / rounds) + 0.05)
    places -= places.mean(axis=0)
    return np.asarray(500 + 480 * places / max(float(np.abs(places).max()), 1e-9), dtype=np.float64)


def _push(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Repulsion from states in the same and the neighbouring cells of a grid."""
    force = np.zeros_like(places)
    cells: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(np.floor(places / 2.0).astype(int)):
        cells.setdefault((int(x), int(y)), []).append(i)
    for (x, y), inside in cells.items():
        near = [j for dx in (-1, 0, 1) for dy in (-1, 0, 1) for j in cells.get((x + dx, y + dy), ())]
        gap = places[inside][:, None, :] - places[near][None, :, :]
        square = (gap**2).sum(axis=2) + 0.01
        force[inside] += (gap / square[:, :, None]).sum(axis=1)
    return force


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>@title</title><style>
body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#223;background:#fff}
header{padding:8px 14px;border-bottom:1px solid #dde4ec}h1{font-size:17px;margin:0}
canvas{display:block;cursor:grab}#card{position:fixed;right:12px;top:70px;width:300px;max-height:70vh;overflow:auto;
background:#f4f7fbf0;border:1px solid #cbd6e2;border-radius:6px;padding:8px 12px;font-size:12px;white-space:pre-wrap}
</style></head><body><header><h1>@title</h1>@facts Drag to move, scroll to zoom, point at a state to read it.</header>
<canvas id="c"></canvas><div id="card">Point at a state.</div><script>
const D=@data,c=document.getElementById('c'),g=c.getContext('2d'),card=document.getElementById('card');
let k=1,ox=0,oy=0,hot=-1,drag=null;const out=D.names.map(()=>[]);D.edges.forEach(e=>out[e[0]].push(e));
const hue=i=>`hsl(${(i*137)%360},45%,${i?80:93}%)`,X=i=>ox+k*D.places[i][0],Y=i=>oy+k*D.places[i][1];
function size(){c.width=innerWidth;c.height=innerHeight-c.offsetTop;k=Math.min(c.width,c.height)/1000;ox=(c.width-1000*k)/2;oy=(c.height-1000*k)/2;draw()}
function draw(){g.clearRect(0,0,c.width,c.height);g.lineWidth=.6;
for(const e of D.edges){const on=e[0]===hot||e[1]===hot;g.strokeStyle=on?(e[0]===hot?'#c2410c':'#1d4ed8'):'#8aa0b855';
g.lineWidth=on?1.6:.6;g.beginPath();if(e[0]===e[1]){g.arc(X(e[0]),Y(e[0])-8,6,0,7)}else{g.moveTo(X(e[0]),Y(e[0]));g.lineTo(X(e[1]),Y(e[1]))}g.stroke()}
const r=Math.max(2,Math.min(13,7*k));D.names.forEach((n,i)=>{g.beginPath();g.arc(X(i),Y(i),i===hot?r+3:r,0,7);g.fillStyle=hue(D.boxes[i]);g.fill();g.strokeStyle='#44566c';g.lineWidth=.7;g.stroke();
if(k>1.1||D.names.length<150){g.fillStyle='#223';g.font='10px sans-serif';g.fillText(n.slice(0,12),X(i)+r+1,Y(i)+3)}})}
function at(x,y){let b=-1,d=144;D.names.forEach((_,i)=>{const q=(X(i)-x)**2+(Y(i)-y)**2;if(q<d){d=q;b=i}});return b}
c.onmousemove=e=>{const x=e.offsetX,y=e.offsetY;if(drag){ox+=x-drag[0];oy+=y-drag[1];drag=[x,y];draw();return}
const h=at(x,y);if(h!==hot){hot=h;card.textContent=h<0?'Point at a state.':D.names[h]+'\\n\\n'+out[h].map(e=>e[2].map(t=>t+'  → '+D.names[e[1]]).join('\\n')).join('\\n');draw()}};
c.onmousedown=e=>drag=[e.offsetX,e.offsetY];onmouseup=()=>drag=null;
c.onwheel=e=>{e.preventDefault();const f=Math.exp(-e.deltaY/500);ox=e.offsetX-f*(e.offsetX-ox);oy=e.offsetY-f*(e.offsetY-oy);k*=f;draw()};
onresize=size;size();</script></body></html>
"""
