import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Environment } from '../api/client';
import { type Permission, useRefusal } from '../api/session';
import { ButtonLink } from './links';

interface Permitted {
  /** What the operation behind it requires: `x-permission` in the OpenAPI document. */
  permission: Permission | undefined;
  /** Where it does something, if that is not the environment that is shown. */
  environment?: Environment;
}

type AnyButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'>;

/** A button. To those who may not use it, it is disabled and says which role may. */
export function PermittedButton({ permission, environment, ...props }: Permitted & AnyButtonProps) {
  const refusal = useRefusal(permission, environment);
  return refusal === undefined ? <Button {...props} /> : <Refused refusal={refusal} {...props} />;
}

type PermittedLinkProps = Permitted & ButtonProps & { children: string } & Pick<LinkProps, 'to' | 'params' | 'search'>;

/** A link that looks like a button, with the same rule. */
export function PermittedLink({ permission, to, params, search, ...props }: PermittedLinkProps) {
  const refusal = useRefusal(permission);
  if (refusal !== undefined) return <Refused refusal={refusal} {...props} />;
  return <ButtonLink to={to} params={params as never} search={search as never} {...props} />;
}

/** It can still be focused, so that its reason can be read by keyboard. */
function Refused({ refusal, disabled: _disabled, ...props }: { refusal: string } & AnyButtonProps) {
  return (
    <Tooltip label={refusal} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled
        aria-description={refusal}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}
