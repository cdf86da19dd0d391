#!/usr/bin/env python3
"""Sends reads of number plates to KingCar over MQTT. Python 3.9 or newer, and one package: pip install 'paho-mqtt>=2'

    your-camera-program | python3 recognizer.py

Each line of its input is a read: `<plate> <confidence> [<time>]`, such as `12가3456 0.97` or, if it was read earlier,
`12가3456 0.97 2026-05-04T09:30:00.000Z`. MAKERS.md has the variables below, the rules and the exit codes.
"""
import json
import os
import random
import re
import sys
import threading
import time
import uuid
from collections import deque
from datetime import datetime, timezone
from pathlib import Path

import paho.mqtt.client as mqtt

FIRMWARE = "sample-python 1"
# Reads in flight at most. Each is in flight for at least two seconds, so at most 16 per second are sent; 20 are allowed.
MAX_IN_FLIGHT = 32
# How long a connection must stay open after a PUBACK, since a server that dies just after it loses the read (s).
SETTLE_TIME = 2
# Time limit of an acknowledgement; after it the connection is replaced (s).
ACKNOWLEDGEMENT_TIMEOUT = 10
# Consecutive rejections after which the secret counts as wrong, unless it was accepted before.
MAX_REJECTIONS = 5
HEARTBEAT = 60


def say(text):
    print(f"recognizer: {text}", file=sys.stderr, flush=True)


def give(text, code):
    say(text)
    sys.stderr.flush()
    os._exit(code)  # not sys.exit: the thread that reads lines may be blocked


def variable(name, form, otherwise=""):
    value = os.environ.get(name) or otherwise
    if not re.fullmatch(form, value):
        give(f"{name} is missing or invalid, see MAKERS.md", 2)
    return value


UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SCHEME, HOST, PORT = re.fullmatch(
    r"(mqtts?)://([^/:]+):?(\d*)", variable("KINGCAR_MQTT", r"mqtts?://[^/:]+(:\d+)?", "mqtt://127.0.0.1:1883")
).groups()
STORE, DEVICE = variable("KINGCAR_STORE", UUID), variable("KINGCAR_DEVICE", UUID)
SECRET = variable("KINGCAR_SECRET", r".+")
CA = os.environ.get("KINGCAR_CA") or None
QUEUE = Path(variable("KINGCAR_QUEUE", r".+", "kingcar-queue"))
if CA and not Path(CA).is_file():
    give("KINGCAR_CA: file not found", 2)

# The queue: one file per read, with the message exactly as it is sent each time. A name is `<number>-<readId>.json` with
# the highest number so far plus one, so that names sort by age. One thread adds files, the other sends and removes them;
# they share only the folder.
QUEUE.mkdir(mode=0o700, parents=True, exist_ok=True)


def queued():
    return sorted(name for name in os.listdir(QUEUE) if re.fullmatch(r"\d{12}-.*\.json", name))


number = int((queued() or ["0"])[-1].split("-")[0])


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def keep(read):
    """Writes a read to the disk; after that it cannot be lost."""
    global number
    number += 1
    path = QUEUE / f"{number:012}-{read['readId']}.json"
    part = path.with_suffix(".part")
    with open(part, "w", encoding="utf-8") as file:
        file.write(json.dumps(read, ensure_ascii=False))
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    folder = os.open(QUEUE, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def read_of(line):
    """Parses a line. Raises ValueError with the reason if it is invalid."""
    fields = line.split()
    if not 2 <= len(fields) <= 3:
        raise ValueError("a line is a plate without spaces, a confidence, and optionally a time")
    plate = fields[0].decode("utf-8", errors="replace")
    confidence, at = [field.decode("ascii", errors="replace") for field in [*fields[1:], now().encode()][:2]]
    if not re.fullmatch(r'[^\x00-\x1f\x7f-\x9f"\\\ufffd]{1,32}', plate):
        raise ValueError("a plate is 1 to 32 characters of UTF-8 without quote, backslash and control characters")
    if not re.fullmatch(r"0(\.[0-9]{1,17})?|1(\.0{1,17})?", confidence):
        raise ValueError("a confidence is a number from 0 to 1, such as 0.97")
    date = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    if not re.fullmatch(date + r"T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,3})?Z", at):
        raise ValueError("a time has the form 2026-05-04T09:30:00.000Z, in UTC")
    return {"readId": str(uuid.uuid4()), "carNumber": plate, "confidence": float(confidence), "recognizedAt": at}


ended = threading.Event()


def take_lines():
    for count, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            keep(read_of(line))
        except (ValueError, OSError) as error:
            say(f"line {count} rejected: {error}")
    ended.set()


class Connection:
    """One connection with its own client; the next one sends its unfinished reads again, in order."""

    def __init__(self):
        self.accepted = None  # by the server; None until its response
        self.reason = "the connection was lost"
        self.in_flight = {}  # name: when it was sent
        self.names = {}  # unacknowledged reads, by packet id
        self.settling = {}  # name: when it may be removed
        self.waiting = deque()  # names in the queue that are not sent yet
        self.client = mqtt.Client(
            mqtt.CallbackAPIVersion.VERSION2, f"{DEVICE}-{uuid.uuid4().hex[:8]}", protocol=mqtt.MQTTv311
        )
        self.client.username_pw_set(DEVICE, SECRET)
        if SCHEME == "mqtts":
            self.client.tls_set(CA)
        self.client.connect_timeout = 5
        self.client.on_connect = self.on_connect
        self.client.on_publish = self.on_publish

    def on_connect(self, _client, _data, _flags, code, _properties):
        self.accepted = not code.is_failure
        self.reason = str(code)

    def on_publish(self, _client, _data, packet, _code, _properties):
        name = self.names.pop(packet, None)  # a heartbeat has no name
        if name:
            self.settling[name] = time.monotonic() + SETTLE_TIME

    def live(self):
        """Sends until the connection is lost, or the input has ended and all reads are sent."""
        try:
            self.client.connect(HOST, int(PORT or (8883 if SCHEME == "mqtts" else 1883)), keepalive=30)
        except (OSError, ValueError) as error:
            self.reason = str(error)
            return
        opened, beat_at = time.monotonic(), 0.0
        while self.client.loop(0.1) == mqtt.MQTT_ERR_SUCCESS:
            clock = time.monotonic()
            if self.accepted is None:
                if clock - opened > ACKNOWLEDGEMENT_TIMEOUT:
                    self.reason = "no response"
                    return
                continue
            if not beat_at:
                say(f"connected, {len(queued())} reads waiting")
            if clock >= beat_at:
                self.beat()
                beat_at = clock + HEARTBEAT
            self.forget(clock)
            if not self.send(clock):
                return

    def send(self, clock):
        """Sends the oldest reads up to the limit. False if all are sent, or an acknowledgement takes too long."""
        done = ended.is_set()  # before the queue is read
        if not self.waiting:
            self.waiting = deque(name for name in queued() if name not in self.in_flight)
        while self.waiting and len(self.in_flight) < MAX_IN_FLIGHT:
            name = self.waiting.popleft()
            try:
                message = self.client.publish(f"recognition/read/{STORE}/{DEVICE}", (QUEUE / name).read_bytes(), qos=1)
            except FileNotFoundError:
                continue  # another process of the same queue has sent it
            self.in_flight[name] = clock
            self.names[message.mid] = name
        if any(clock - self.in_flight[name] > ACKNOWLEDGEMENT_TIMEOUT for name in self.names.values()):
            self.reason = "a read was not acknowledged"
            return False
        return not (done and not self.in_flight)

    def forget(self, clock):
        for name in [name for name, at in self.settling.items() if at <= clock]:
            (QUEUE / name).unlink(missing_ok=True)
            del self.settling[name], self.in_flight[name]

    def beat(self):
        heartbeat = {"sentAt": now(), "queueDepth": len(queued()), "firmware": FIRMWARE}  # and cameraOk, if known
        self.client.publish(f"recognition/heartbeat/{STORE}/{DEVICE}", json.dumps(heartbeat), qos=0)


threading.Thread(target=take_lines, daemon=True).start()
failures = rejections = 0
was_accepted = False
while True:
    connection = Connection()
    connection.live()
    connection.client.disconnect()
    if ended.is_set() and not queued():
        give("all reads are sent", 0)
    rejections = rejections + 1 if connection.accepted is False else 0
    if connection.accepted:
        failures, was_accepted = 0, True
    if rejections >= MAX_REJECTIONS and not was_accepted:
        kept = len(queued())
        give(f"KINGCAR_DEVICE or KINGCAR_SECRET is wrong: rejected {rejections} times; {kept} reads are kept", 77)
    pause = min(15, 0.5 * 2**failures) * random.uniform(0.5, 1)
    failures += 1
    why = "rejected, the secret may be wrong" if rejections else f"disconnected: {connection.reason}"
    say(f"{why}; retrying in {pause:.1f} s")
    time.sleep(pause)
