import { Paper, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { directionOf } from '../../../../libs/rendering/direction';
import { api, responseOf, type Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { isBlocks } from '../../ui/blocks';
import { FrameSwitch, LAYOUT } from '../../ui/frames/frame-switch';
import { LanguageSwitch } from '../../ui/frames/language-switch';
import { MailFrame } from '../../ui/frames/mail-frame';
import { PersonChooser, profileOf, SAMPLE_PERSON, usePerson } from '../../ui/person-chooser';
import { ProblemAlert } from '../../ui/states';
import { layoutLanguages, type LayoutEditorSearch } from './reads';

const TYPING_MS = 300;

interface LayoutPreviewProps {
  layout: Pick<Schemas['LayoutDto'], 'layoutId' | 'isTranslationEnabled'>;
  body: string;
  search: LayoutEditorSearch;
}

/** The layout around an example, for a person, while it is typed. */
export function LayoutPreview({ layout, body, search }: LayoutPreviewProps) {
  const { layoutId, isTranslationEnabled } = layout;
  const environment = useEnvironment();
  const navigate = useNavigate();
  const found = usePerson(search.person);
  const languages = useQuery({ ...query(layoutLanguages(layoutId), environment), enabled: isTranslationEnabled });
  const { language } = search;
  const subscriber = {
    ...(found ? profileOf(found) : SAMPLE_PERSON),
    ...(language !== undefined && { locale: language }),
  };
  const request = {
    controlValues: { email: { body, editorType: isBlocks(body) ? ('block' as const) : ('html' as const) } },
    previewPayload: { subscriber },
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
        <LanguageSwitch
          value={language}
          locales={languages.data?.data.locales ?? []}
          onChange={(next) => go({ language: next })}
        />
        <FrameSwitch search={search} onChange={go} frames={LAYOUT} />
        {preview.error && <ProblemAlert error={preview.error} />}
        {preview.data && !preview.error && (
          <MailFrame
            title="An email in this layout"
            html={preview.data.data.result.preview.body}
            email={preview.data.data.result.email}
            search={search}
            dir={language === undefined ? 'auto' : directionOf(language)}
          />
        )}
      </Stack>
    </Paper>
  );
}
