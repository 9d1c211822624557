import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { isBlocks } from '../../ui/blocks';
import { PersonChooser, profileOf, usePerson } from '../../ui/person-chooser';
import { SandboxedHtml } from '../../ui/sandboxed-html';
import { ProblemAlert } from '../../ui/states';

const TYPING_MS = 300;

interface LayoutPreviewProps {
  layoutId: string;
  body: string;
  person: string | undefined;
}

/** The layout around an example, for a person, while it is typed. */
export function LayoutPreview({ layoutId, body, person }: LayoutPreviewProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const found = usePerson(person);
  const request = {
    controlValues: { email: { body, editorType: isBlocks(body) ? ('block' as const) : ('html' as const) } },
    ...(found && { previewPayload: { subscriber: profileOf(found) } }),
  };
  const [text] = useDebouncedValue(JSON.stringify(request), TYPING_MS);
  const preview = useQuery({
    queryKey: [environment.id, 'previews', 'layout', layoutId, text],
    queryFn: ({ signal }) =>
      responseOf(
        api(environment).POST('/v2/layouts/{layoutId}/preview', {
          params: { path: { layoutId } },
          body: JSON.parse(text) as typeof request,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const choose = (next?: string) =>
    void navigate({ to: '.', search: (now) => ({ ...now, person: next }), replace: true });
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview" aria-busy={preview.isFetching}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Preview
        </Title>
        <PersonChooser label="Preview as" value={person} onChange={choose} />
        {preview.error && <ProblemAlert error={preview.error} />}
        {preview.data && !preview.error && (
          <>
            <SandboxedHtml title="An email in this layout" html={preview.data.data.result.preview.body} />
            <Text size="xs" c="dimmed">
              Pictures from elsewhere are not loaded here.
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}
