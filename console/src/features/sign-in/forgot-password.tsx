import { Alert, Button, Code } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

/** What to do without the password. Links to a new one are made by administrators: nobody who is unknown has mails sent. */
export function ForgotPassword() {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isOpen}>
        Forgot password?
      </Button>
      {isOpen && (
        <Alert variant="outline" title="Ask an owner or admin for a reset link">
          They open your account under Team and choose Reset password. If email is set up, the link is also sent to you.
          An owner without access runs this on the server: <Code>carillon accounts reset EMAIL</Code>
        </Alert>
      )}
    </>
  );
}
