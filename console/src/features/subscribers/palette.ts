import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';
import { nameOf } from './name';

const AT_MOST = 4;

/** Finds people by a part of their id, name, email or phone number. */
export const source: PaletteSource = {
  group: 'Subscribers',
  permission: 'subscribers:read',
  async find(text, environment, signal) {
    const params = { query: { search: text, limit: AT_MOST } };
    const { data } = await responseOf(api(environment).GET('/v2/subscribers', { params, signal }));
    return data.map((one) => ({
      label: nameOf(one),
      description: [one.subscriberId, one.email].filter((part) => part).join(' · '),
      path: `/subscribers/${encodeURIComponent(one.subscriberId)}`,
    }));
  },
};
