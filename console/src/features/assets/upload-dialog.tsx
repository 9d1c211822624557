import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ProblemAlert } from '../../ui/states';
import { preparePicture } from './prepare-picture';
import type { Asset } from './reads';

interface UploadDialogProps {
  file: File;
  onClose: () => void;
  onUploaded?: (asset: Asset) => void;
}

/** Asks for the name and the alternative text of a picture, and uploads it. */
export function UploadDialog({ file, onClose, onUploaded }: UploadDialogProps) {
  const environment = useEnvironment();
  const [name, setName] = useState(file.name);
  const [alt, setAlt] = useState('');
  const [isDecoration, setIsDecoration] = useState(false);
  const upload = useChange({
    run: async () => {
      const body = new FormData();
      // Fields come before the file, so that the server knows them when it reads it.
      body.append('name', name.trim() || file.name);
      body.append('alt', isDecoration ? '' : alt.trim());
      body.append('file', await preparePicture(file), file.name);
      return responseOf(
        api(environment).POST('/v1/assets', { body: body as never, bodySerializer: (form) => form as never }),
      );
    },
    resource: 'assets',
    environment,
    done: 'Uploaded',
    onDone: ({ data }) => {
      onClose();
      onUploaded?.(data);
    },
    onProblem: () => undefined,
  });
  const isReady = isDecoration || alt.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand within the form of another one.
    event.stopPropagation();
    if (isReady) upload.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Upload image"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            value={name}
            autoComplete="off"
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label="Alternative text"
            description="Shown where images are blocked, and read aloud by screen readers."
            placeholder="Acme logo"
            value={alt}
            required={!isDecoration}
            disabled={isDecoration}
            data-autofocus
            autoComplete="off"
            maxLength={500}
            onChange={({ currentTarget }) => setAlt(currentTarget.value)}
          />
          <Checkbox
            label="Decorative image, no text needed"
            checked={isDecoration}
            onChange={({ currentTarget }) => setIsDecoration(currentTarget.checked)}
          />
          {upload.error && <ProblemAlert error={upload.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={upload.isPending} disabled={!isReady}>
              Upload
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
