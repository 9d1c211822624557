/** A block of code of a page. */
export interface PageBlock {
  /** Where it begins. */
  line: number;
  language: 'sh' | 'js';
  code: string;
  /** What the comment before it says. */
  note?: string;
}

export function pageBlocks(markdown: string): PageBlock[];
