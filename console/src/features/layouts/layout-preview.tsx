import { Paper, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { isBlocks } from '../../ui/blocks';
import { FrameSwitch, LAYOUT } from '../../ui/frames/frame-switch';
import { MailFrame } from '../../ui/frames/mail-frame';
import { PersonChooser, profileOf, usePerson } from '../../ui/person-chooser';
import { ProblemAlert } from '../../ui/states';
import type { LayoutEditorSearch } from './reads';

const TYPING_MS = 300;

interface LayoutPreviewProps {
  layoutId: string;
  body: string;
  search: LayoutEditorSearch;
}

/** The layout around an example, for a person, while it is typed. */
export function LayoutPreview({ layoutId, body, search }: LayoutPreviewProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const found = usePerson(search.person);
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
  const go = (part: LayoutEditorSearch) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview" aria-busy={preview.isFetching}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Preview
        </Title>
        <PersonChooser label="Preview as" value={search.person} onChange={(person) => go({ person })} />
        <FrameSwitch search={search} onChange={go} frames={LAYOUT} />
        {preview.error && <ProblemAlert error={preview.error} />}
        {preview.data && !preview.error && (
          <MailFrame
            title="An email in this layout"
            html={preview.data.data.result.preview.body}
            email={preview.data.data.result.email}
            search={search}
            dir="auto"
          />
        )}
      </Stack>
    </Paper>
  );
}
