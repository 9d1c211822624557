import 'nodemailer/lib/dkim';
import 'nodemailer/lib/mail-composer';
import 'undici';
import 'web-push';
import '#libs/providers/email/nodemailer/smtp-server-pool.js';

// What sending needs and answering does not. Its users import it when they need it, so that a start does not wait for
// it; the process imports this once it is ready, so that neither the first message nor a lack of memory or of free file
// handles later on has to do with it, and an installation that is not complete ends at its start.
