/** The part of html-to-text that is used; the package has no types of its own. */
declare module 'html-to-text' {
  export interface HtmlToTextOptions {
    wordwrap?: number | false;
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[];
    limits?: { maxInputLength?: number; maxDepth?: number };
  }
  export function compile(options?: HtmlToTextOptions): (html: string) => string;
}
