import { EJSON, type Document } from 'bson';

/** A document as canonical text, or `absent`. */
export type State = string;

export const absent: State = 'absent';

/** The canonical text of a document, with its types. An upsert orders fields in its own way, so their order is left out. */
export function stateOf(document: Document | undefined | null): State {
  if (!document) return absent;
  const fields = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1));
  return EJSON.stringify(Object.fromEntries(fields), { relaxed: false });
}

/**
 * What the documents of a collection may look like. An acknowledged write leaves one possible state; a write whose
 * response never came leaves two, and the next look at the store decides which one happened.
 */
export class Ledger {
  private readonly documents = new Map<string, { certain: Document | undefined; unsure: State[] }>();

  /** The last known state of a document, undefined when it is absent. */
  current(id: string): Document | undefined {
    return this.documents.get(id)?.certain;
  }

  /** Notes a write before it is sent; the returned function is called once it is acknowledged. */
  expect(id: string, after: Document | undefined): () => void {
    const entry = this.documents.get(id) ?? { certain: undefined, unsure: [] };
    this.documents.set(id, entry);
    entry.unsure = [stateOf(after)];
    return () => {
      entry.certain = after;
      entry.unsure = [];
    };
  }

  /** Compares with what is stored, returns the contradictions, and takes what is stored as certain from then on. */
  reconcile(stored: Map<string, Document>): string[] {
    const problems: string[] = [];
    for (const id of stored.keys()) if (!this.documents.has(id)) problems.push(`${id} was never written`);
    for (const [id, entry] of this.documents) {
      const found = stored.get(id);
      const possible = [stateOf(entry.certain), ...entry.unsure];
      if (!possible.includes(stateOf(found))) {
        problems.push(`${id} is ${stateOf(found)}, possible is ${possible.join(' or ')}`);
      }
      entry.certain = found;
      entry.unsure = [];
    }
    return problems;
  }
}
