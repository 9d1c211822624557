import type { Node } from './update-tree.js';

/** What an operator does at one place: the new value, or nothing when it stays. */
export type Change = (current: Node | undefined, describe: () => string) => Node | undefined;

/** One operator on one path, parsed. */
export interface PathUpdate {
  readonly operator: string;
  readonly path: string;
  readonly action:
    | { readonly kind: 'change'; readonly change: Change }
    | { readonly kind: 'remove' }
    | { readonly kind: 'rename'; readonly to: string };
  /** Only when the document is being inserted by an upsert. */
  readonly onInsert: boolean;
}
