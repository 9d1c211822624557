import { Button, FileButton, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import type { ResourceType } from './reads';

/** Takes the texts of files, one for each language. */
export function UploadTexts({ resourceType, resourceId }: { resourceType: ResourceType; resourceId: string }) {
  const environment = useEnvironment();
  const refusal = useRefusal('translations:write');
  const upload = useChange({
    run: async (files: File[]) => {
      const body = new FormData();
      body.append('resourceType', resourceType);
      body.append('resourceId', resourceId);
      for (const file of files) body.append('files', file);
      return responseOf(
        api(environment).POST('/v2/translations/upload', {
          body: body as never,
          bodySerializer: (form) => form as never,
        }),
      );
    },
    resource: 'translations',
    environment,
    onDone: ({ data: { totalFiles, successfulUploads, errors } }) =>
      notifications.show({
        title: `${successfulUploads} of ${totalFiles} files were taken`,
        message: errors.join('. ') || 'Their texts are saved.',
        color: errors.length > 0 ? 'orange' : 'teal',
        autoClose: errors.length > 0 ? false : 5000,
      }),
  });
  return (
    <FileButton multiple accept="application/json" onChange={(files) => files.length > 0 && upload.mutate(files)}>
      {(props) => (
        <Tooltip label={refusal ?? 'One JSON file for each language, named after it: de_DE.json'} multiline maw={280}>
          <Button
            {...props}
            variant="default"
            size="xs"
            loading={upload.isPending}
            data-disabled={refusal !== undefined || undefined}
            aria-disabled={refusal !== undefined || undefined}
            aria-description={refusal}
            onClick={refusal === undefined ? props.onClick : undefined}
          >
            Upload files
          </Button>
        </Tooltip>
      )}
    </FileButton>
  );
}
