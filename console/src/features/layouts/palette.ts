import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';

const AT_MOST = 4;

/** Finds layouts by a part of their name or id. */
export const source: PaletteSource = {
  group: 'Layouts',
  permission: 'layouts:read',
  async find(text, environment, signal) {
    const params = { query: { query: text, limit: AT_MOST } };
    const { data } = await responseOf(api(environment).GET('/v2/layouts', { params, signal }));
    return data.layouts.map(({ name, layoutId }) => ({
      label: name,
      description: layoutId,
      path: `/layouts/${encodeURIComponent(layoutId)}`,
    }));
  },
};
