import { useDisclosure } from '@mantine/hooks';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { localeName, type ResourceType } from './reads';

interface DeleteLocaleProps {
  resourceType: ResourceType;
  resourceId: string;
  locale: string;
}

/** Deletes the texts of a language, after asking. */
export function DeleteLocale({ resourceType, resourceId, locale }: DeleteLocaleProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v2/translations/{resourceType}/{resourceId}/{locale}', {
          params: { path: { resourceType, resourceId, locale } },
        }),
      ),
    resource: 'translations',
    environment,
    done: `The texts in ${localeName(locale)} were deleted`,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="translations:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete language
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete the texts in ${localeName(locale)}?`}
        action="Delete"
        typed={locale}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its readers get the default language from then on. Download the texts first to keep them.
      </ConfirmDialog>
    </>
  );
}
