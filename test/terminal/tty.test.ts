import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { InputEvent } from '../../src/terminal/input.ts';
import type { Device, Size } from '../../src/terminal/device.ts';
import type { Host, Terminal } from '../../src/terminal/tty.ts';
import { takeTerminal } from '../../src/terminal/tty.ts';

const TAKEN = ['raw on', '<alternate screen on><cursor off><wrap off><paste on>'];
const MODES_OFF = ['<end of frame><plain><home><clear><paste off><wrap on><cursor on><alternate screen off>', 'raw off'];
const GIVEN_BACK = ['pause', ...MODES_OFF, 'close'];

interface Fake {
  readonly terminal: Terminal;
  /** What was done to the device, in order, escape codes as words. */
  readonly log: string[];
  readonly input: EventEmitter;
  readonly host: EventEmitter;
  readonly events: InputEvent[];
  /** What the owner was told: redraw, lost, error. */
  readonly told: string[];
  /** A handler that throws from now on. */
  failWith(error: Error): void;
}

function take(changes: { size?: Size; write?: (text: string) => void; measure?: () => void; hasMouse?: boolean } = {}): Fake {
  const log: string[] = [];
  const events: InputEvent[] = [];
  const told: string[] = [];
  let failure: Error | null = null;
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => log.push(`raw ${isRaw ? 'on' : 'off'}`),
    resume: () => undefined,
    pause: () => log.push('pause'),
  });
  const host = Object.assign(new EventEmitter(), { pid: 42, kill: (pid: number, signal: string) => log.push(`kill ${pid} ${signal}`) });
  const device = {
    input: input as unknown as Device['input'],
    write: changes.write ?? ((text: string) => log.push(asWords(text))),
    measure() {
      changes.measure?.();
      return changes.size ?? { cols: 100, rows: 30 };
    },
    close: () => log.push('close'),
  } as Device;
  const terminal = takeTerminal(
    device,
    {
      onInput(event) {
        if (failure !== null) throw failure;
        events.push(event);
      },
      onRedraw: () => told.push('redraw'),
      onLost: () => told.push('lost'),
      onError: (error) => told.push(`error ${(error as Error).message}`),
    },
    { host: host as unknown as Host, hasMouse: changes.hasMouse },
  );
  return { terminal, log, input, host, events, told, failWith: (error) => (failure = error) };
}

function asWords(text: string): string {
  const words: Readonly<Record<string, string>> = {
    '\x1b[?1049h': '<alternate screen on>', '\x1b[?1049l': '<alternate screen off>',
    '\x1b[?25h': '<cursor on>', '\x1b[?25l': '<cursor off>', '\x1b[?7h': '<wrap on>', '\x1b[?7l': '<wrap off>',
    '\x1b[?1000h': '<mouse on>', '\x1b[?1000l': '<mouse off>', '\x1b[?1006h': '<SGR on>', '\x1b[?1006l': '<SGR off>',
    '\x1b[?2004h': '<paste on>', '\x1b[?2004l': '<paste off>', '\x1b[?2026l': '<end of frame>', '\x1b[0m': '<plain>', '\x1b[H': '<home>', '\x1b[J': '<clear>',
  };
  return text.replace(/\x1b\[\??\d*[a-zA-Z]/g, (code) => words[code] ?? code);
}

test('takeTerminal() switches modes on, restore() switches them off in reverse order', () => {
  const { terminal, log } = take();
  assert.deepEqual(log.splice(0), TAKEN);
  terminal.restore();
  assert.deepEqual(log, GIVEN_BACK);
});

test('restore() works once and leaves no listener but the one for late errors', () => {
  const { terminal, log, host, input } = take();
  terminal.restore();
  log.length = 0;
  terminal.restore();
  terminal.write('late');
  assert.deepEqual(log, []);
  assert.deepEqual([...host.eventNames(), ...input.eventNames()], ['error']);
  input.emit('error', new Error('EIO'));
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGUSR2']) {
  test(`takeTerminal() restores on ${signal}, then raises it again`, () => {
    const { log, host } = take();
    log.length = 0;
    host.emit(signal, signal);
    assert.deepEqual(log, [...GIVEN_BACK, `kill 42 ${signal}`]);
  });
}

for (const end of ['exit', 'uncaughtExceptionMonitor']) {
  test(`takeTerminal() restores on ${end} of the process`, () => {
    const { log, host } = take();
    log.length = 0;
    host.emit(end);
    assert.deepEqual(log, GIVEN_BACK);
  });
}

test('takeTerminal() restores when a handler throws, and says so', () => {
  const fake = take();
  fake.log.length = 0;
  fake.failWith(new Error('in a handler'));
  fake.input.emit('data', Buffer.from('ab'));
  assert.deepEqual(fake.log, GIVEN_BACK);
  assert.deepEqual(fake.told, ['error in a handler']);
});

test('takeTerminal() restores when the terminal sends no more', () => {
  const { input, log, told } = take();
  log.length = 0;
  input.emit('end');
  input.emit('error', new Error('EIO'));
  assert.deepEqual(log, GIVEN_BACK);
  assert.deepEqual(told, ['lost']);
});

test('takeTerminal() counts a terminal that takes no more as one that is gone', async () => {
  let isGone = false;
  const failing = () => {
    if (isGone) throw new Error('EIO');
  };
  for (const use of [(terminal: Terminal) => terminal.write('a frame'), (terminal: Terminal) => terminal.size()]) {
    isGone = false;
    const { terminal, told } = take({ write: failing, measure: failing });
    isGone = true;
    terminal.soon(() => void use(terminal));
    await new Promise(setImmediate);
    assert.deepEqual(told, ['lost']);
  }
});

test('restore() takes every step even when the terminal is gone', () => {
  let isGone = false;
  const { terminal, log } = take({
    write() {
      if (isGone) throw new Error('EIO');
    },
  });
  log.length = 0;
  isGone = true;
  terminal.restore();
  assert.deepEqual(log, ['pause', 'raw off', 'close']);
});

test('takeTerminal() leaves nothing switched on when it fails half-way', () => {
  assert.throws(() => take({ write: () => assert.fail('EIO') }), /EIO/);
});

test('takeTerminal() delivers keys, and none after restore()', () => {
  const { terminal, input, events } = take();
  input.emit('data', Buffer.from('a\x1b['));
  input.emit('data', Buffer.from('A'));
  assert.deepEqual(events, [{ kind: 'text', text: 'a' }, { kind: 'key', name: 'up' }]);
  terminal.restore();
  input.emit('data', Buffer.from('b'));
  assert.equal(events.length, 2);
});

test('takeTerminal() takes Esc for a key when nothing follows', async () => {
  const { terminal, input, events } = take();
  input.emit('data', Buffer.from('\x1b'));
  assert.deepEqual(events, []);
  const deadlineMs = Date.now() + 60_000;
  while (events.length === 0 && Date.now() < deadlineMs) await new Promise((next) => setTimeout(next, 5));
  assert.deepEqual(events, [{ kind: 'key', name: 'escape' }]);
  terminal.restore();
});

test('size() counts an unknown size as 80 by 24', () => {
  for (const size of [{ cols: 0, rows: 0 }, { cols: NaN, rows: NaN }]) {
    const { terminal } = take({ size });
    assert.deepEqual(terminal.size(), { cols: 80, rows: 24 });
    terminal.restore();
  }
});

test('takeTerminal() asks for a new frame when the size changes', () => {
  const { terminal, host, told } = take();
  host.emit('SIGWINCH');
  assert.deepEqual(told, ['redraw']);
  terminal.restore();
});

test('suspend() gives the terminal back, stops the process group, and takes it again when continued', () => {
  const { terminal, host, log, told } = take();
  log.length = 0;
  terminal.suspend();
  assert.deepEqual(log.splice(0), [...MODES_OFF, 'kill 0 SIGTSTP']);
  assert.equal(host.listenerCount('SIGTSTP'), 0);
  host.emit('SIGCONT');
  assert.deepEqual(log.splice(0), TAKEN);
  assert.deepEqual(told, ['redraw']);
  assert.equal(host.listenerCount('SIGTSTP'), 1);
  terminal.restore();
  assert.deepEqual(log, GIVEN_BACK);
});

test('takeTerminal() switches the mouse on if wanted, and off again', () => {
  const { terminal, log } = take({ hasMouse: true });
  assert.match(log[1], /<paste on><mouse on><SGR on>$/);
  terminal.restore();
  assert.match(log[3], /^<end of frame><plain><home><clear><SGR off><mouse off><paste off>/);
});

test('soon() runs a task after waiting events; an error in it restores, and nothing runs after that', async () => {
  const { terminal, told, log } = take();
  let runs = 0;
  terminal.soon(() => runs++);
  assert.equal(runs, 0);
  await new Promise(setImmediate);
  assert.equal(runs, 1);
  terminal.soon(() => { throw new Error('in a frame'); });
  terminal.soon(() => runs++);
  await new Promise(setImmediate);
  assert.deepEqual([runs, told, log.at(-1)], [1, ['error in a frame'], 'close']);
});

test('write() writes nothing while the terminal is given back', () => {
  const { terminal, log } = take();
  terminal.suspend();
  log.length = 0;
  terminal.write('a late frame');
  assert.ok(!log.includes('a late frame'));
  terminal.restore();
});
