/** What a module of scripts/docs exports. */
export interface PageModule {
  /** The page, relative to the root of the repository. */
  path: string;
  /** Gets the present text of the page, or '', and returns the new one. */
  render(current: string): Promise<string>;
}

export function stalePages(root: string, modules: PageModule[]): Promise<{ path: string; text: string }[]>;
export function writePages(root: string, modules: PageModule[]): Promise<string[]>;
