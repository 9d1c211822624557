import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { offerFile } from '../../ui/offer-file';
import type { ResourceType } from './reads';

/** Hands out the texts of all languages as one file. */
export function ExportTexts({ resourceType, resourceId }: { resourceType: ResourceType; resourceId: string }) {
  const environment = useEnvironment();
  const download = useMutation({
    mutationFn: (format: 'csv' | 'json') =>
      responseOf(
        api(environment).GET('/v2/translations/{resourceType}/{resourceId}/export', {
          params: { path: { resourceType, resourceId }, query: { format } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (file, format) => offerFile(file, `${resourceId}.${format}`),
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs" loading={download.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('csv')}>CSV, for spreadsheets</Menu.Item>
        <Menu.Item onClick={() => download.mutate('json')}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
