import { Button, FileButton, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Download } from 'lucide-react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { offerFile } from '../../ui/offer-file';
import { PermittedButton } from '../../ui/permitted';
import type { SuppressionFilter } from './reads';

/** Errors that a notification names. */
const SHOWN = 5;

/** Adds the addresses of a CSV file. */
export function ImportSuppressions() {
  const environment = useEnvironment();
  const refusal = useRefusal('subscribers:write');
  const upload = useChange({
    run: async (file: File) =>
      responseOf(
        api(environment).POST('/v1/suppressions/import', {
          body: (await file.text()) as never,
          bodySerializer: (text) => text as never,
          headers: { 'content-type': 'text/csv' },
        }),
      ),
    resource: 'suppressions',
    environment,
    onDone: ({ data: { created, updated, failed, errors } }) =>
      notifications.show({
        title: `${created.toLocaleString()} added, ${updated.toLocaleString()} updated, ${failed.toLocaleString()} skipped`,
        message: errors
          .slice(0, SHOWN)
          .map(({ line, message }) => `Line ${line}: ${message}.`)
          .join(' '),
        color: failed > 0 ? 'orange' : 'teal',
        autoClose: failed > 0 ? false : 5000,
      }),
  });
  return (
    <FileButton accept="text/csv,.csv" onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Tooltip label={refusal ?? 'CSV with the columns channel, address, reason and expiresAt'} multiline maw={280}>
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
            Import
          </Button>
        </Tooltip>
      )}
    </FileButton>
  );
}

/** Downloads the entries that match as CSV. */
export function ExportSuppressions({ filter }: { filter: SuppressionFilter }) {
  const environment = useEnvironment();
  const save = useChange({
    run: () =>
      responseOf<unknown>(
        api(environment).GET('/v1/suppressions/export', { params: { query: filter }, parseAs: 'blob' }),
      ),
    resource: 'suppression-exports',
    environment,
    onDone: (rows) => offerFile(rows as Blob, 'suppressions.csv'),
  });
  return (
    <PermittedButton
      permission="subscribers:read"
      variant="default"
      size="xs"
      leftSection={<Download size={14} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </PermittedButton>
  );
}
