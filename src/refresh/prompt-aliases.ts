/**
 * Prompts of a session whose text is stored under another identity: those of a copy that 1.0.44 made, where a turn was
 * recognised by its first answer. Should the session repeat such a prompt, it must be known again. Kept in the mark.
 */
import type { Key } from '../hash.ts';

/** JSON form: identity and turn. */
export type SavedAliases = readonly (readonly [hi: number, lo: number, turn: number])[];

/** The aliases of one main transcript. */
export class PromptAliases {
  private readonly turns = new Map<string, readonly [hi: number, lo: number, turn: number]>();

  load(saved: SavedAliases): void {
    for (const alias of saved) this.turns.set(`${alias[0]} ${alias[1]}`, alias);
  }

  save(): SavedAliases {
    return [...this.turns.values()];
  }

  set({ hi, lo }: Key, turn: number): void {
    this.turns.set(`${hi} ${lo}`, [hi, lo, turn]);
  }

  /** Turn of the session that the prompt opened, or undefined. */
  turnOf({ hi, lo }: Key): number | undefined {
    return this.turns.get(`${hi} ${lo}`)?.[2];
  }
}
