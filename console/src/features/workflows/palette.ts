import { api, responseOf } from '../../api/client';
import type { PaletteSource } from '../../shell/palette-sources';

const AT_MOST = 4;

/** Finds workflows by a part of their name or id. */
export const source: PaletteSource = {
  group: 'Workflows',
  permission: 'workflows:read',
  async find(text, environment, signal) {
    const params = { query: { query: text, limit: AT_MOST } };
    const { data } = await responseOf(api(environment).GET('/v2/workflows', { params, signal }));
    return data.workflows.map(({ name, workflowId }) => ({
      label: name,
      description: workflowId,
      path: `/workflows/${encodeURIComponent(workflowId)}`,
    }));
  },
};
