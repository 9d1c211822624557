import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';

/** Makes a copy of a layout under another name. */
export function DuplicateLayout({ layout: { layoutId, name: former } }: { layout: Schemas['LayoutDto'] }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const [name, setName] = useState(`${former}, copy`);
  const copy = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v2/layouts/{layoutId}/duplicate', { params: { path: { layoutId } }, body: { name } }),
      ),
    resource: 'layouts',
    environment,
    done: 'Copied',
    onDone: ({ data }) => {
      dialog.close();
      return navigate({ to: '/layouts/$layoutId', params: { layoutId: data.layoutId } });
    },
    onProblem: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    copy.mutate();
  };
  return (
    <>
      <PermittedButton permission="layouts:write" variant="default" size="xs" onClick={dialog.open}>
        Duplicate
      </PermittedButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={`Duplicate ${former}`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name of the copy"
              description="What is saved is copied. Its ID is made from the name."
              value={name}
              required
              data-autofocus
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            {copy.error && <ProblemAlert error={copy.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={dialog.close}>
                Cancel
              </Button>
              <Button type="submit" loading={copy.isPending}>
                Duplicate
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
