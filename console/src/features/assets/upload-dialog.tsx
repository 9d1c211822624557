import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ProblemAlert } from '../../ui/states';
import { useFocusBack } from '../../ui/use-focus-back';
import type { Asset } from './reads';
import { uploadPicture } from './upload-picture';

interface UploadDialogProps {
  file: File;
  onClose: () => void;
  onUploaded?: (asset: Asset) => void;
}

/** Asks for the name and the alternative text of a picture, and uploads it. */
export function UploadDialog({ file, onClose, onUploaded }: UploadDialogProps) {
  useFocusBack();
  const environment = useEnvironment();
  const [name, setName] = useState(file.name);
  const [alt, setAlt] = useState('');
  const [isDecoration, setIsDecoration] = useState(false);
  const upload = useChange({
    run: () => uploadPicture(environment, file, { name, alt: isDecoration ? '' : alt }),
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
