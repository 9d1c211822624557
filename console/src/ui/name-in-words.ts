/** Words that are written in capitals. */
const CAPITALS = /\b(api|apns|aws|id|ip|sid|sms|smtp|tls|url|vapid)\b/g;

/** The name of a field as people read it: `senderName` is `Sender name`, `tlsOptions` is `TLS options`. */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(CAPITALS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
