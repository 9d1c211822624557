import { api, type EnvironmentName, responseOf } from '../../api/client';
import { preparePicture } from './prepare-picture';
import type { Asset } from './reads';

/** Uploads a picture, made smaller where it is wider than emails show. */
export async function uploadPicture(
  environment: EnvironmentName,
  file: File,
  { name, alt }: { name: string; alt: string },
): Promise<{ data: Asset }> {
  const body = new FormData();
  // Fields come before the file, so that the server knows them when it reads it.
  body.append('name', name.trim() || file.name);
  body.append('alt', alt.trim());
  body.append('file', await preparePicture(file), file.name);
  return responseOf(
    api(environment).POST('/v1/assets', { body: body as never, bodySerializer: (form) => form as never }),
  );
}
