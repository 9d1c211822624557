export interface PageContext {
  path: string;
  addresses: ReadonlyMap<string, string>;
  picture: (source: string, from: string) => { address: string; width: number; height: number };
}

export interface RenderedPage {
  title: string;
  html: string;
  headings: { level: number; id: string; text: string }[];
  sections: { id: string; title: string; text: string }[];
}

export function renderPage(source: string, page: PageContext): RenderedPage;
