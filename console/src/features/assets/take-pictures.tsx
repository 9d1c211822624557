import { Box, FileButton, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useRefusal } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import classes from './assets.module.css';
import { UploadDialog } from './upload-dialog';
import type { Asset } from './reads';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp';

interface TakePicturesProps {
  onUploaded?: (asset: Asset) => void;
  children: ReactNode;
}

/** A place that takes a picture by a button, by drag and drop, and by pasting. */
export function TakePictures({ onUploaded, children }: TakePicturesProps) {
  const mayNot = useRefusal('workflows:write') !== undefined;
  const [file, setFile] = useState<File>();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined): boolean => {
    const first = files?.[0];
    if (!first || mayNot || file) return false;
    setFile(first);
    return true;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  // Wherever the focus is: nobody focuses a place before they paste.
  useWindowEvent('paste', (event) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
  return (
    <Box
      component="section"
      aria-label="Upload an image"
      className={classes.zone}
      data-over={(isOver && !mayNot) || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Stack>
        <Group gap="sm" className={classes.offer}>
          <FileButton accept={ACCEPTED} onChange={(chosen) => chosen && setFile(chosen)}>
            {(props) => (
              <PermittedButton
                permission="workflows:write"
                size="xs"
                leftSection={<Upload size={14} aria-hidden />}
                onClick={props.onClick}
              >
                Upload image
              </PermittedButton>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Or drag an image here, or paste one. PNG, JPEG, GIF or WebP.
          </Text>
        </Group>
        {children}
      </Stack>
      {file && (
        <UploadDialog
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onClose={() => setFile(undefined)}
          onUploaded={onUploaded}
        />
      )}
    </Box>
  );
}
