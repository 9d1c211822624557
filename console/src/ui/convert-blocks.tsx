import { notifications } from '@mantine/notifications';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api, responseOf } from '../api/client';
import { type Permission, useEnvironment } from '../api/session';
import { ConfirmDialog } from './confirm-dialog';
import { PermittedButton } from './permitted';

interface ConvertBlocksProps {
  /** The document of blocks. */
  body: string;
  /** Whether it is sent as a whole HTML document, and not inside of a layout. */
  document: boolean;
  /** What changing the body requires. */
  permission: Permission;
  /** Takes the HTML in place of the blocks. */
  onConvert: (html: string) => void;
}

/** Turns a body of blocks into the HTML that it is sent as. Asks first, because it cannot be undone once saved. */
export function ConvertBlocks({ body, document, permission, onConvert }: ConvertBlocksProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const convert = useMutation({
    mutationFn: () => responseOf(api(environment).POST('/v1/blocks/html', { body: { body, document } })),
    onSuccess: ({ data: { html, warnings } }) => {
      dialog.close();
      onConvert(html);
      if (warnings.length > 0)
        notifications.show({
          title: 'Some of it had no effect, and is left out',
          message: warnings.map(({ path, message }) => `${path}: ${message}`).join('. '),
          color: 'orange',
          autoClose: 15_000,
        });
    },
  });
  return (
    <>
      <PermittedButton permission={permission} variant="default" size="xs" onClick={dialog.open}>
        Convert to HTML
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Convert the blocks to HTML?"
        action="Convert"
        busy={convert.isPending}
        error={convert.error}
        onConfirm={() => convert.mutate()}
      >
        The body becomes the HTML that it is sent as, with its variables, conditions and loops as Liquid. You can take
        that back until you save; after that, no block editor can open it any more.
      </ConfirmDialog>
    </>
  );
}
