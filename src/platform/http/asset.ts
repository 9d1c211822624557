import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  etag: string;
}

interface AssetOptions {
  /** Content type. */
  type: string;
  /** Default: the browser caches the file and revalidates it each time. */
  cacheControl?: string;
  /** Reads or generates the file. Called once for each requested encoding. */
  load: () => Promise<Buffer | string> | Buffer | string;
}

/**
 * A file that one of our pages loads. It is read at the first request, compressed once for each encoding, and the response
 * is 304 for clients that have it already.
 */
export class Asset {
  private readonly variants = new Map<Encoding, Promise<Variant>>();

  constructor(private readonly options: AssetOptions) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Pictures are compressed already.
    const isPicture = this.options.type === 'image/png';
    const encoding = isPicture ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    const { body, etag } = await this.variant(encoding);
    reply
      .header('etag', etag)
      .header('cache-control', this.options.cacheControl ?? 'no-cache')
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .type(this.options.type);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(body);
  }

  private variant(encoding: Encoding): Promise<Variant> {
    let variant = this.variants.get(encoding);
    if (!variant) {
      variant = this.make(encoding);
      this.variants.set(encoding, variant);
      // A failure is not cached.
      variant.catch(() => this.variants.delete(encoding));
    }
    return variant;
  }

  private async make(encoding: Encoding): Promise<Variant> {
    const body = await compress(Buffer.from(await this.options.load()), encoding);
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
  }
}

/** A script from a file of the build. */
export function scriptAsset(path: string, cacheControl?: string): Asset {
  return new Asset({ type: 'text/javascript; charset=utf-8', cacheControl, load: () => readFile(path) });
}

/** The best encoding that the client accepts. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const offers = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((offer): [string, boolean] => {
        const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
        return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
      }),
  );
  const accepts = (name: string): boolean => offers.get(name) ?? false;
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return promisify(gzip)(content);
  // The default quality, 11, takes seconds for a few megabytes; 6 takes a tenth of one and is a tenth larger.
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}
