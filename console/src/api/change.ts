import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { EnvironmentName } from './client';
import { inWords, isSessionOver } from './problem';
import { refresh } from './read';

interface Change<Input, Body> {
  /** Sends the request. */
  run: (input: Input) => Promise<Body>;
  /** What has changed, such as `subscribers`: read again where it is shown. */
  resource: string;
  /** Undefined for what belongs to the person or to the organization. */
  environment: EnvironmentName | undefined;
  /** What is said when it has worked, such as `Saved`. */
  done?: string | ((body: Body) => string);
  /** Called before `done` is said. */
  onDone?: (body: Body, input: Input) => unknown;
  /** Called with an error. Default: it is said in a notification. Forms show it themselves. */
  onProblem?: (error: Error) => void;
}

/** A change: sends it, reads again what it has changed, and says that it has worked, or why not. */
export function useChange<Input = void, Body = unknown>(
  change: Change<Input, Body>,
): UseMutationResult<Body, Error, Input> {
  const client = useQueryClient();
  const { run, resource, environment, done, onDone, onProblem = sayProblem } = change;
  const began = useRef<Element>(null);
  const mutation = useMutation({
    mutationFn: run,
    onMutate: () => {
      began.current = document.activeElement;
    },
    onSuccess: async (body, input) => {
      await onDone?.(body, input);
      await refresh(client, resource, environment);
      const message = typeof done === 'function' ? done(body) : done;
      if (message !== undefined) notifications.show({ message, color: 'teal' });
    },
    onError: (error) => {
      if (!isSessionOver(error)) onProblem(error);
    },
  });
  // A button that shows progress is disabled, and loses the focus by that.
  useEffect(() => {
    if (!mutation.isPending && document.activeElement === document.body) (began.current as HTMLElement | null)?.focus();
  }, [mutation.isPending]);
  return mutation;
}

function sayProblem(error: Error): void {
  const { title, advice } = inWords(error);
  notifications.show({ title, message: advice, color: 'red', autoClose: 10_000 });
}
