"""What needs an answer at once: playing the stream, and driving a body by keyboard."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from starlette.websockets import WebSocket, WebSocketDisconnect

from gradus.school import UserError
from gradus.tracks import Scene, scene_of
from gradus.web.films import ending, land, parts
from gradus.web.library import Library
from gradus.web.play import Round
from gradus.web.policies import open_track

RATE = 50
"""Steps of the tracks in a second."""
_UNREAD = 2000
"""Messages that may wait for somebody who does not read them."""


async def _message(socket: WebSocket) -> dict[str, Any]:
    """The next message; anything but a small JSON object is refused."""
    raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1000))
    text = raw.get("text")
    try:
        found = json.loads(text) if text is not None and len(text) < 100_000 else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UserError("A message must be a JSON object.")
    return found


async def play_socket(socket: WebSocket, folder: Path | None) -> None:
    """A round of play: the first message opens it, the others bring what the person says or asks."""
    await socket.accept()
    loop = asyncio.get_running_loop()
    outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    current: Round | None = None

    def send(message: dict[str, Any]) -> None:
        loop.call_soon_threadsafe(outgoing.put_nowait, message)

    async def deliver() -> None:
        while True:
            await socket.send_text(json.dumps(await outgoing.get()))

    delivery = asyncio.create_task(deliver())
    try:
        while True:
            try:
                while (
                    outgoing.qsize() > _UNREAD
                ):  # somebody speaks and does not listen: the network makes them wait
                    await asyncio.sleep(0.05)
                message = await _message(socket)
                if "open" in message:
                    if current:
                        await asyncio.to_thread(current.stop)
                    wish = message["open"] if isinstance(message["open"], Mapping) else {}
                    current = await asyncio.to_thread(Round, wish, send, folder)
                    send({"kind": "open", "silence": current.silence, "recorded": current.record is not None})
                    current.start()
                elif current and "say" in message:
                    current.say(str(message["say"]))
                elif current and "hint" in message:
                    send({"kind": "hint", "text": current.person.hint(int(message["hint"] == 2) + 1)})
                elif current and "machine" in message:
                    await asyncio.to_thread(current.person.want_machine)
                elif current and "stop" in message:
                    await asyncio.to_thread(current.stop)
            except UserError as error:
                send({"kind": "error", "text": str(error)})
    except WebSocketDisconnect:
        pass
    finally:
        delivery.cancel()
        if current:
            await asyncio.to_thread(current.stop)


def _force(value: Any) -> float:
    """What a joint is told, from -1 to 1; anything that is no number is nothing."""
    return max(-1.0, min(1.0, value)) if isinstance(value, int | float) and value == value else 0.0


async def drive_socket(socket: WebSocket, library: Library) -> None:
    """A body driven by keyboard, fifty steps a second, until its episode is over."""
    await socket.accept()
    try:
        wish = (await _message(socket)).get("open")
        wish = wish if isinstance(wish, Mapping) else {}
        world = await asyncio.to_thread(open_track, Scene.from_json(wish), {})
    except UserError as error:
        await socket.send_text(json.dumps({"kind": "error", "text": str(error)}))
        await socket.close()
        return
    except WebSocketDisconnect:
        return
    await _drive(socket, world)


async def _drive(socket: WebSocket, world: Any) -> None:
    world.reset()
    scene = scene_of(world.lanes, 0)
    poses = world.lanes.batch.poses(0)[:, :3]
    about = {
        "kind": "open",
        "land": land(scene),
        "parts": parts(scene, poses),
        "actions": world.lanes.body.actions,
    }
    await socket.send_text(json.dumps(about))
    action = np.zeros((1, world.lanes.body.actions), np.float32)

    async def listen() -> None:
        while True:
            try:
                wanted = (await _message(socket)).get("action")
            except UserError:
                continue
            if isinstance(wanted, list) and len(wanted) == action.shape[1]:
                action[0] = [_force(value) for value in wanted]

    listening = asyncio.create_task(listen())
    loop = asyncio.get_running_loop()
    due = loop.time()
    try:
        while not listening.done():
            _, _, terminated, truncated, _ = world.step(action)
            frame = world.lanes.batch.poses(0)[:, :3].astype("<f4")
            await socket.send_bytes(
                np.concatenate([[world.lanes.returns[0]], frame.ravel()]).astype("<f4").tobytes()
            )
            if terminated[0] or truncated[0]:
                end = {"kind": "end", "end": ending(world), "total": float(world.lanes.returns[0])}
                await socket.send_text(json.dumps(end))
                break
            due += 1 / RATE
            await asyncio.sleep(max(0.0, due - loop.time()))
        if not listening.done():
            await socket.close()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        listening.cancel()
        world.close()
