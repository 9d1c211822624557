import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { ExportTexts } from './export-texts';
import { ImportTexts } from './import-texts';
import { type ResourceType, resourceTexts, type TextsSearch } from './reads';
import { TextsEditor } from './texts-editor';

interface TranslationScreenProps {
  resourceType: ResourceType;
  resourceId: string;
  search: TextsSearch;
}

/** The texts of one workflow or layout, in all languages beside each other. */
export function TranslationScreen({ resourceType, resourceId, search }: TranslationScreenProps) {
  const environment = useEnvironment();
  const request = resourceTexts(resourceType, resourceId);
  const found = useQuery(query(request, environment));
  return (
    <>
      <PageHeader
        title={found.data ? `Texts of ${found.data.data.resourceName}` : resourceId}
        back={
          <TextLink to="/translations" search={{ type: resourceType }} size="sm">
            Translations
          </TextLink>
        }
        about={<CopyText text={resourceId} label="Copy ID" />}
      >
        <AsCurl request={request} />
        <ImportTexts resourceType={resourceType} resourceId={resourceId} />
        <ExportTexts resourceType={resourceType} resourceId={resourceId} />
      </PageHeader>
      <Switched resourceType={resourceType} resourceId={resourceId} />
      <Loaded query={found}>
        {({ data }) => (
          <TextsEditor
            key={`${environment.id} ${resourceType} ${resourceId}`}
            texts={data}
            search={search}
            reload={() => found.refetch()}
          />
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
    <Alert color="orange" variant="outline" title="These texts are not used yet" mb="md">
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
