/** A block of code of a page. */
export interface ReadmeBlock {
  /** Where it begins. */
  line: number;
  language: 'sh' | 'js';
  code: string;
  /** What the comment before it says. */
  note?: string;
}

export function readmeBlocks(markdown: string): ReadmeBlock[];
