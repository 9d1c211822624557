import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { api, type EnvironmentName, responseOf, type Schemas } from '../api/client';

export type Finding = Schemas['FindingDto'];
export type CheckResult = Schemas['CheckResultDto'];

/** What is checked: the workflow as it is stored, or a draft, here or for another environment. */
interface CheckRequest {
  workflowId: string;
  draft?: Schemas['UpdateWorkflowDto'];
  targetEnvironmentId?: string;
  payload?: Record<string, unknown>;
}

/** Checks a workflow in an environment. */
export async function checked(
  environment: EnvironmentName,
  { workflowId, draft, targetEnvironmentId, payload }: CheckRequest,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const body = await responseOf(
    api(environment).POST('/v2/workflows/{workflowId}/check', {
      params: { path: { workflowId } },
      body: {
        ...(draft && { draft }),
        ...(targetEnvironmentId !== undefined && { targetEnvironmentId }),
        ...(payload && { previewPayload: { payload } }),
      },
      signal,
    }),
  );
  return body.data;
}

/** Checks a workflow when it is asked to. `first`: what must be stored before. */
export function useCheck(
  environment: EnvironmentName,
): UseMutationResult<CheckResult, Error, CheckRequest & { first?: () => Promise<void> }> {
  return useMutation({
    mutationFn: async ({ first, ...request }) => {
      await first?.();
      return checked(environment, request);
    },
  });
}
