import { read } from '../../api/read';
import { pageOf, textOf } from '../../search-text';
import { type FrameSearch, frameSearchOf } from '../../ui/frames/frame-search';

/** What the address of the list says. */
export interface LayoutSearch {
  text?: string;
  page?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf({ text, page }: Record<string, unknown>): LayoutSearch {
  return { text: textOf(text), page: textOf(page) };
}

export const PAGE_SIZE = 25;

/** A page of layouts. */
export function layoutList({ text, page }: LayoutSearch) {
  return read('/v2/layouts', {
    query: { query: text, orderBy: 'updatedAt', limit: PAGE_SIZE, offset: (pageOf(page) - 1) * PAGE_SIZE },
  });
}

/** One layout. */
export function layout(layoutId: string) {
  return read('/v2/layouts/{layoutId}', { path: { layoutId } });
}

/** The languages that a layout is translated into. */
export function layoutLanguages(layoutId: string) {
  return read('/v2/translations/group/{resourceType}/{resourceId}', {
    path: { resourceType: 'layout', resourceId: layoutId },
  });
}

/** The workflows that name a layout. */
export function layoutUsage(layoutId: string) {
  return read('/v2/layouts/{layoutId}/usage', { path: { layoutId } });
}

/** What the address of the editor says. */
export interface LayoutEditorSearch extends FrameSearch {
  /** The subscriber of the preview. */
  person?: string;
  /** The language of the preview. */
  language?: string;
}

/** The part of the address that belongs to the editor. */
export function editorSearchOf(given: Record<string, unknown>): LayoutEditorSearch {
  return { person: textOf(given.person), language: textOf(given.language), ...frameSearchOf(given) };
}
