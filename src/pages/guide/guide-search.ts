import MiniSearch, { type Options, type SearchResult } from 'minisearch';
import type { GuideFiles } from './guide-files.js';

/** A longer search is refused. */
export const MAX_QUERY = 100;

const MAX_HITS = 20;

/** Each word costs a walk through the index, so that no search has more. */
const MAX_WORDS = 10;

/** Words as the index has them: what is between spaces and punctuation. */
const BETWEEN_WORDS = /([\n\r\p{Z}\p{P}]+)/u;

/** The length of an excerpt, in words, and how many of them stand before the first word that was searched for. */
const EXCERPT = { words: 36, before: 8 };

/** A heading of the guide under which the words were found. */
export interface Hit {
  /** Such as `/guide/steps#delay`. */
  address: string;
  title: string;
  /** The title of its page. */
  page: string;
  /** Part of the text. The words that were found are marked. */
  excerpt: { text: string; isMarked: boolean }[];
}

/** A stored section, as the build indexes it. */
type Section = Omit<Hit, 'excerpt'> & { text: string };

/** Finds pages of the guide by words. The index is read at the first search. */
export class GuideSearch {
  private index?: Promise<MiniSearch<Section>>;

  constructor(private readonly files: GuideFiles) {}

  /** Sections that have all words, the best first; if there are none, those that have some of them. */
  async find(query: string): Promise<Hit[]> {
    this.index ??= this.load();
    // A failure is not kept.
    this.index.catch(() => (this.index = undefined));
    const index = await this.index;
    const words = query.split(BETWEEN_WORDS).filter((_word, position) => position % 2 === 0 && _word !== '');
    const options = {
      boost: { title: 4, page: 2 },
      // Short beginnings and short misspelt words fit half of the index.
      prefix: (word: string) => word.length > 2,
      fuzzy: (word: string) => (word.length > 4 ? 1 : false),
    };
    const text = words.slice(0, MAX_WORDS).join(' ');
    const all = index.search(text, { ...options, combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(text, options);
    return found.slice(0, MAX_HITS).map(toHit);
  }

  private async load(): Promise<MiniSearch<Section>> {
    const { options, index } = JSON.parse(await this.files.searchIndex()) as {
      options: Options<Section>;
      index: Parameters<typeof MiniSearch.loadJS>[0];
    };
    return MiniSearch.loadJSAsync(index, options);
  }
}

function toHit(found: SearchResult): Hit {
  const { id, title, page, text, terms } = found as SearchResult & Section;
  return { address: id as string, title, page, excerpt: excerptOf(text, new Set(terms)) };
}

/** The part of a text where the first of these words is. */
export function excerptOf(text: string, terms: ReadonlySet<string>): Hit['excerpt'] {
  // Words, and at the odd places what is between them.
  const parts = text.split(BETWEEN_WORDS);
  const first = parts.findIndex((part) => terms.has(part.toLowerCase()));
  const from = Math.max(0, 2 * (Math.floor(first / 2) - EXCERPT.before));
  const to = from + 2 * EXCERPT.words - 1;
  return [
    ...(from > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...parts.slice(from, to).map((part) => ({ text: part, isMarked: terms.has(part.toLowerCase()) })),
    ...(to < parts.length ? [{ text: ' …', isMarked: false }] : []),
  ];
}
