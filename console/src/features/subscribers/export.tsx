import { Download } from 'lucide-react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { offerFile } from '../../ui/offer-file';
import { PermittedButton } from '../../ui/permitted';

/** Downloads everything that is stored of a subscriber, as JSON lines with a receipt at the end. */
export function ExportSubscriber({ subscriberId }: { subscriberId: string }) {
  const environment = useEnvironment();
  const save = useChange({
    run: () =>
      responseOf<unknown>(
        api(environment).GET('/v2/subscribers/{subscriberId}/export', {
          params: { path: { subscriberId } },
          parseAs: 'blob',
        }),
      ),
    resource: 'subscriber-exports',
    environment,
    done: 'Exported; the last line of the file is the receipt',
    onDone: (lines) => offerFile(lines as Blob, `${subscriberId}.jsonl`),
  });
  return (
    <PermittedButton
      permission="content:read"
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
