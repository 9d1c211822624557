import 'nodemailer/lib/mail-composer';
import 'undici';
import 'web-push';
import '#libs/providers/email/smtp-server-pool.js';

// Packages that are needed for sending, but not for handling requests. Code that uses them imports them dynamically, so
// that startup does not wait for them. The process imports this file when it is ready: the first message does not have to
// wait for them, later shortages of memory or file descriptors do not affect loading, and an incomplete installation fails
// at startup.
