import { Download } from 'lucide-react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { offerFile } from '../../ui/offer-file';
import { PermittedButton } from '../../ui/permitted';

/** Downloads the trail of the organization as JSON lines, of the time that the filters name. */
export function ExportTrail({ from, to }: { from: string | undefined; to: string | undefined }) {
  const save = useChange({
    run: async () => {
      const query = { ...(from && { from }), ...(to && { to }) };
      return responseOf<unknown>(api().GET('/v1/audit/export', { params: { query }, parseAs: 'blob' }));
    },
    resource: 'audit-exports',
    environment: undefined,
    done: 'Exported. Check it with `carillon audit verify audit.jsonl`',
    onDone: (lines) => offerFile(lines as Blob, 'audit.jsonl'),
  });
  return (
    <PermittedButton
      permission="audit:export"
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
