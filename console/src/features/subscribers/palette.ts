import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';
import { nameOf } from './name';

const AT_MOST = 4;

/** Finds people by a part of their id, name or email. */
export const source: PaletteSource = {
  group: 'Subscribers',
  permission: 'subscribers:read',
  async find(text, environment, signal) {
    const filters = text.includes('@') ? [{ email: text }] : [{ subscriberId: text }, { name: text }, { email: text }];
    const pages = await Promise.all(
      filters.map((filter) =>
        responseOf(
          api(environment).GET('/v2/subscribers', {
            params: { query: { ...filter, ignoreCase: true, limit: AT_MOST } },
            signal,
          }),
        ),
      ),
    );
    const found = new Map(pages.flatMap(({ data }) => data).map((one) => [one.subscriberId, one]));
    return [...found.values()].slice(0, AT_MOST).map((one) => ({
      label: nameOf(one),
      description: [one.subscriberId, one.email].filter((part) => part).join(' · '),
      path: `/subscribers/${encodeURIComponent(one.subscriberId)}`,
    }));
  },
};
