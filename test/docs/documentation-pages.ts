import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PageBlock, pageBlocks } from '../../scripts/page-blocks.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Pages whose blocks need a server of their own kind, and the spec that pastes them. */
export const PASTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/bridge.md': 'test/workflows/bridge/docs-page.e2e-spec.ts',
  'docs/coming-from-novu.md': 'test/importer/guide.process-spec.ts',
};

/** A page that users and operators read. */
export interface Page {
  /** From the root of the repository, such as `docs/widgets.md`. */
  path: string;
  text: string;
  blocks: PageBlock[];
}

/** README and all pages below docs, but the decisions, in the order in which they are pasted. */
export function documentationPages(): Page[] {
  const docs = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .toSorted();
  return ['README.md', ...docs.map((file) => `docs/${file}`)].map((path) => {
    const text = readFileSync(ROOT + path, 'utf8');
    return { path, text, blocks: pageBlocks(text) };
  });
}
