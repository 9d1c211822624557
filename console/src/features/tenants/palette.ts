import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';

const AT_MOST = 4;

/** Finds tenants by a part of their name or identifier. */
export const source: PaletteSource = {
  group: 'Tenants',
  permission: 'contexts:read',
  async find(text, environment, signal) {
    const query = { search: text, limit: AT_MOST };
    const { data } = await responseOf(api(environment).GET('/v1/tenants', { params: { query }, signal }));
    return data.map(({ identifier, name }) => ({
      label: name || identifier,
      description: identifier,
      path: `/tenants/${encodeURIComponent(identifier)}`,
    }));
  },
};
