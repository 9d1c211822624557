import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';

const AT_MOST = 4;

/** Finds topics by a part of their name or key. */
export const source: PaletteSource = {
  group: 'Topics',
  permission: 'topics:read',
  async find(text, environment, signal) {
    const pages = await Promise.all(
      [{ key: text }, { name: text }].map((filter) =>
        responseOf(api(environment).GET('/v2/topics', { params: { query: { ...filter, limit: AT_MOST } }, signal })),
      ),
    );
    const found = new Map(pages.flatMap(({ data }) => data).map((one) => [one.key, one]));
    return [...found.values()].slice(0, AT_MOST).map(({ key, name }) => ({
      label: name ?? key,
      description: key,
      path: `/topics/${encodeURIComponent(key)}`,
    }));
  },
};
