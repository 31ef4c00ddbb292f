/**
 * The picker: shows hits under the arrow keys, asks for others while a person types, and tells which one was chosen.
 *
 * A loop around pure parts: input → action (keymap) → state → view → screen. It owns the terminal while it runs and has given
 * it back when it returns, so that the caller may hand it to `claude`. It searches nothing itself: hits and
 * previews come from a source that answers in its own time, so that every key takes effect at once. Whatever has come in
 * meanwhile is drawn as one frame.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { EXIT } from '../errors.ts';
import type { InputEvent } from '../terminal/input.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { createScreen } from '../terminal/screen.ts';
import { createStyle } from '../terminal/style.ts';
import type { Device } from '../terminal/device.ts';
import { findTerminal } from '../terminal/device.ts';
import { takeTerminal } from '../terminal/tty.ts';
import { copySequence } from '../terminal/clipboard.ts';
import { layoutOf } from './layout.ts';
import { paintLine } from './line.ts';
import { actionOf } from './keymap.ts';
import type { Preview } from './preview.ts';
import type { PickerReply, PickerSource, Question } from './question.ts';
import { placesKey, wantedPlace } from './reading.ts';
import type { PickerEvent, PickerState, Setting } from './state.ts';
import { modeOf, nextState, openingState, selectedHit } from './state.ts';
import { view } from './view.ts';

/** What the picker shows, and whom it asks. */
export interface PickerOptions {
  readonly setting: Omit<Setting, 'nowMs'>;
  readonly nowMs: () => number;
  /** The question it opens with, and its answer. */
  readonly question: Question;
  readonly answer: SearchAnswer;
  readonly source: PickerSource;
  /** The line to type to get back into that hit's session; '' where there is none. Copied to the clipboard. */
  readonly command: (hit: Hit) => string;
  /** Opens the session in a new pane or window; resolves with a message. */
  readonly open: (hit: Hit) => Promise<string>;
  readonly hasMouse: boolean;
}

/** How it ended. */
export type PickerOutcome =
  | { readonly kind: 'chosen'; readonly hit: Hit }
  /** Left with Esc or Ctrl-C, or the terminal was closed. */
  | { readonly kind: 'left'; readonly exitCode: typeof EXIT.cancelled };

/** Previews that are kept, for going back to places just passed. */
const KEPT_PREVIEWS = 60;

/** After so long without a key or new hits, a person who types is taken to look at what was found. Even a letter of a fast typist takes a fifth of a second. */
const REST_MS = 200;

/** A terminal on which the picker can be shown; null where there is none, or one that cannot move its cursor. */
export function findPickerTerminal(env: Readonly<Record<string, string | undefined>>): Device | null {
  const term = env['TERM'] ?? '';
  // On Windows TERM is not set.
  const isDumb = term === 'dumb' || (term === '' && process.platform !== 'win32');
  return isDumb ? null : findTerminal();
}

/**
 * Shows the picker; resolves when the person has chosen or left, with the terminal restored. Rejects with what a
 * handler threw, restored as well. A fatal signal restores and ends the process.
 */
export function runPicker(device: Device, options: PickerOptions): Promise<PickerOutcome> {
  const { source } = options;
  const style = createStyle(options.setting.hasColor);
  const previews = new Map<string, Preview>();
  return new Promise((resolve, reject) => {
    const terminal = takeTerminal(device, {
      onInput,
      onRedraw() {
        isStale = true;
        drawSoon();
      },
      onLost: () => done({ kind: 'left', exitCode: EXIT.cancelled }),
      onError(error) {
        clearTimeout(rest);
        source.close();
        reject(error);
      },
    }, { hasMouse: options.hasMouse });
    const screen = createScreen((text) => terminal.write(text));
    /** What the newest requests were for. */
    let askedNumber = 0;
    let askedPreview = '';
    let askedPlaces = '';
    /** The places that are known, as long as the index has not grown. */
    let knownPlaces = '';
    /** The screen has another size, or somebody has drawn over it. */
    let isStale = false;
    let isDrawing = false;
    let heardMs = 0;
    let rest: NodeJS.Timeout | undefined;
    let state: PickerState;

    function done(outcome: PickerOutcome): void {
      clearTimeout(rest);
      source.close();
      resolve(outcome);
    }

    function onInput(event: InputEvent): void {
      heardMs = uptimeMs();
      const action = actionOf(event, modeOf(state));
      if (action === 'suspend') terminal.suspend();
      else if (action === 'refresh') lookAgain();
      else if (action === 'copy') copy();
      else if (action === 'open') open();
      else if (event.kind === 'mouse') apply({ kind: 'mouse', mouse: event, atMs: uptimeMs() });
      else if (action !== null) apply({ kind: 'action', action });
      else if (event.kind === 'text' || event.kind === 'paste') apply({ kind: 'typed', text: event.text });
    }

    function onReply(reply: PickerReply): void {
      switch (reply.kind) {
        case 'preview':
          keep(reply.key, reply.preview);
          if (reply.key === wantedPlace(state)?.key) apply(reply);
          break;
        case 'places':
          knownPlaces = reply.key;
          apply(reply);
          break;
        case 'grown':
          readAgain();
          apply(reply);
          break;
        case 'failed':
          apply({ kind: 'message', text: reply.message });
          if (reply.number !== null) apply({ kind: 'unanswered', number: reply.number });
          break;
        case 'answer':
          // A person who waited for hits goes on typing when they come.
          heardMs = uptimeMs();
          apply(reply);
          break;
        default:
          apply(reply);
      }
    }

    function keep(key: string, preview: Preview): void {
      previews.set(key, preview);
      const [oldest] = previews.keys();
      if (previews.size > KEPT_PREVIEWS && oldest !== undefined) previews.delete(oldest);
    }

    /** What has been read may have gone on since. It stays in sight until it is read again. */
    function readAgain(): void {
      previews.clear();
      askedPreview = '';
      askedPlaces = '';
      knownPlaces = '';
    }

    function lookAgain(): void {
      readAgain();
      screen.forget();
      source.refresh();
      apply({ kind: 'grown' });
    }

    function copy(): void {
      const hit = selectedHit(state);
      const line = hit === null ? '' : options.command(hit);
      if (line !== '') terminal.write(copySequence(line));
      apply({ kind: 'message', text: line === '' ? 'there is no command to copy' : `copied, if this terminal allows it (OSC 52): ${line}` });
    }

    function open(): void {
      const hit = selectedHit(state);
      if (hit === null) return;
      apply({ kind: 'message', text: 'opening …' });
      options.open(hit).then((text) => terminal.soon(() => apply({ kind: 'message', text })), (error: unknown) => terminal.soon(() => { throw error; }));
    }

    function apply(event: PickerEvent): void {
      state = nextState(state, event);
      if (state.outcome !== null) {
        terminal.restore();
        const hit = selectedHit(state);
        done(state.outcome === 'resume' && hit !== null ? { kind: 'chosen', hit } : { kind: 'left', exitCode: EXIT.cancelled });
        return;
      }
      askForHits();
      drawSoon();
    }

    function askForHits(): void {
      if (state.number === askedNumber) return;
      askedNumber = state.number;
      source.ask({ kind: 'search', number: state.number, question: state.question });
    }

    /**
     * Asks for the text of the place shown, and then for the places of its session; after a frame, so that drawing never waits for it. A person
     * who types is not reading yet, least of all hits of older words, and the next letter must not wait for a preview.
     */
    function askForText(): void {
      const wanted = wantedPlace(state);
      if (wanted === null || layoutOf(state.cols, state.rows, state).preview === null) return;
      clearTimeout(rest);
      if (state.isTyping && state.number !== state.answerNumber) return;
      const restsMs = uptimeMs() - heardMs;
      if (state.isTyping && restsMs < REST_MS) {
        rest = setTimeout(() => terminal.soon(askForText), REST_MS - restsMs);
        return;
      }
      const isKnown = previews.has(wanted.key);
      if (!isKnown && askedPreview !== wanted.key) {
        askedPreview = wanted.key;
        source.ask({ kind: 'read', key: wanted.key, place: wanted.place });
      }
      const key = placesKey(state);
      if (!isKnown || key === askedPlaces || key === knownPlaces) return;
      askedPlaces = key;
      source.ask({ kind: 'places', key, question: state.question, session: wanted.place.session });
    }

    function settingNow(): Setting {
      return { ...options.setting, nowMs: options.nowMs() };
    }

    function drawSoon(): void {
      if (isDrawing) return;
      isDrawing = true;
      terminal.soon(draw);
    }

    function draw(): void {
      isDrawing = false;
      if (isStale) {
        isStale = false;
        screen.forget();
        state = nextState(state, { kind: 'resize', ...terminal.size() });
      }
      // It may stay open for days.
      state = { ...state, setting: settingNow() };
      const wanted = wantedPlace(state)?.key;
      const known = wanted === undefined ? undefined : previews.get(wanted);
      if (wanted !== undefined && known !== undefined && state.preview?.key !== wanted) state = nextState(state, { kind: 'preview', key: wanted, preview: known });
      const { lines, cursor } = view(state);
      screen.draw(lines.map((line) => paintLine(line, style)), cursor);
      askForText();
    }

    // The first frame is drawn outside any handler: an error in it must not leave the terminal taken either.
    try {
      state = openingState({ setting: settingNow(), question: { ...options.question, query: sanitize(options.question.query) }, answer: options.answer, ...terminal.size() });
      source.listen((reply) => terminal.soon(() => onReply(reply)));
      draw();
      source.refresh();
    } catch (error) {
      terminal.restore();
      source.close();
      reject(error);
    }
  });
}

/** A clock that never goes back. Not `performance`, which would load a part of Node at the first key. */
function uptimeMs(): number {
  return process.uptime() * 1000;
}
