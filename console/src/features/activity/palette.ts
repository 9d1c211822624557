import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';

/** Finds a trigger by its whole id. */
export const source: PaletteSource = {
  group: 'Triggers',
  permission: 'events:read',
  async find(text, environment, signal) {
    const query = { transactionId: text, limit: 1 };
    const { data } = await responseOf(api(environment).GET('/v1/events', { params: { query }, signal }));
    return data.map(({ transactionId, workflow }) => ({
      label: transactionId,
      description: workflow.name ?? 'deleted workflow',
      path: `/triggers/${encodeURIComponent(transactionId)}`,
    }));
  },
};
