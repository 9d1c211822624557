import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Trash2 } from 'lucide-react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { localeName, type ResourceType } from './reads';

interface DeleteLocaleProps {
  resourceType: ResourceType;
  resourceId: string;
  locale: string;
}

/** Deletes the texts of a language, after asking. */
export function DeleteLocale({ resourceType, resourceId, locale }: DeleteLocaleProps) {
  const environment = useEnvironment();
  const refusal = useRefusal('translations:write');
  const [opened, dialog] = useDisclosure();
  const label = `Delete ${localeName(locale)}`;
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
      <Tooltip label={refusal ?? label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
          aria-disabled={refusal !== undefined || undefined}
          aria-description={refusal}
          data-disabled={refusal !== undefined || undefined}
          onClick={refusal === undefined ? dialog.open : undefined}
        >
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
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
        Its readers get the default language from then on. Export the texts first to keep them.
      </ConfirmDialog>
    </>
  );
}
