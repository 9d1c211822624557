import { UnauthorizedException } from '@nestjs/common';

/** 401 with a hint that says what to do. Neither may have a key in it. */
export function unauthorized(message: string, hint: string): UnauthorizedException {
  return new UnauthorizedException({ message, error: 'Unauthorized', hint });
}

/** The scheme of the header, if it is one that other services have. */
export function otherScheme(authorization: string): string | undefined {
  return /^(Basic|Bearer|ApiKey|Token|Digest|Key|Api-Key|Api_Key)(?:\s|$)/i.exec(authorization)?.[1];
}
