import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { LocaleChooser } from './locale-chooser';
import { localeName, localeSettings, type ResourceType, translationGroup } from './reads';
import { LocaleTexts } from './locale-texts';
import { UploadTexts } from './upload-texts';

interface TranslationScreenProps {
  resourceType: ResourceType;
  resourceId: string;
  /** The language that the address names. */
  locale: string | undefined;
}

/** The texts of one workflow or layout, language by language, beside those of the default language. */
export function TranslationScreen({ resourceType, resourceId, locale }: TranslationScreenProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const request = translationGroup(resourceType, resourceId);
  const group = useQuery(query(request, environment));
  const settings = useQuery(query(localeSettings, environment));
  const defaultLocale = settings.data?.data.defaultLocale;
  const choose = (next: string) => void navigate({ to: '.', search: (now) => ({ ...now, locale: next }) });
  return (
    <>
      <PageHeader
        title={group.data ? `Texts of ${group.data.data.resourceName}` : resourceId}
        back={
          <TextLink to="/translations" search={{ type: resourceType }} size="sm">
            Translations
          </TextLink>
        }
        about={<CopyText text={resourceId} label="Copy ID" />}
      >
        <AsCurl request={request} />
        <UploadTexts resourceType={resourceType} resourceId={resourceId} />
      </PageHeader>
      <Loaded query={group}>
        {({ data: { locales, missingKeys = {}, outdatedLocales = [] } }) => (
          <Loaded query={settings}>
            {({ data: { defaultLocale: standard, targetLocales } }) => {
              const shown = locale ?? standard;
              return (
                <Stack>
                  <Switched resourceType={resourceType} resourceId={resourceId} />
                  <Group gap="xs">
                    <LocaleChooser
                      value={shown}
                      locales={[...new Set([standard, ...locales, ...targetLocales, shown])]}
                      onChange={choose}
                    />
                    {shown === defaultLocale && <Badge variant="outline">Default language</Badge>}
                    {outdatedLocales.includes(shown) && (
                      <Badge variant="outline" color="orange">
                        Missing translations
                      </Badge>
                    )}
                  </Group>
                  <LocaleTexts
                    key={`${environment.id} ${shown}`}
                    resourceType={resourceType}
                    resourceId={resourceId}
                    locale={shown}
                    isStored={locales.includes(shown)}
                    defaultLocale={locales.includes(standard) ? standard : undefined}
                    missing={missingKeys[shown] ?? []}
                  />
                  <Text size="sm" c="dimmed">
                    {locales.length === 0
                      ? 'There are no texts yet.'
                      : `There are texts in ${locales.map(localeName).join(', ')}.`}
                  </Text>
                </Stack>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

/** Says when the texts have no effect. */
function Switched({ resourceType, resourceId }: { resourceType: ResourceType; resourceId: string }) {
  const environment = useEnvironment();
  const isWorkflow = resourceType === 'workflow';
  const ofWorkflow = useQuery({
    ...query({ path: '/v2/workflows/{workflowId}', params: { path: { workflowId: resourceId } } }, environment),
    enabled: isWorkflow,
  });
  const ofLayout = useQuery({
    ...query({ path: '/v2/layouts/{layoutId}', params: { path: { layoutId: resourceId } } }, environment),
    enabled: !isWorkflow,
  });
  const found = (isWorkflow ? ofWorkflow : ofLayout).data as { data: { isTranslationEnabled: boolean } } | undefined;
  if (!found || found.data.isTranslationEnabled) return null;
  return (
    <Alert color="orange" variant="outline" title="These texts are not used yet">
      {isWorkflow ? (
        <TextLink
          to="/workflows/$workflowId"
          params={{ workflowId: resourceId }}
          search={{ tab: 'settings' }}
          size="sm"
        >
          Enable localization in the workflow
        </TextLink>
      ) : (
        <TextLink to="/layouts/$layoutId" params={{ layoutId: resourceId }} size="sm">
          Enable localization in the layout
        </TextLink>
      )}
    </Alert>
  );
}
