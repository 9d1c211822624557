/**
 * A certificate that signs itself, for servers on loopback in tests: made with OpenSSL for a hundred years, for "localhost"
 * and 127.0.0.1. Its key is no secret.
 */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnd3PQqLmlxzvJcKO
X5nUjvxtZ9PAy8RZPttmekG9SRihRANCAATmNHOPP7LmOS8JOpw2dBjXBeo3zzQc
N0AysGqEyRc9fcbcakdQsGshGcKEPYlOjjSzC++iuJXjaKEUXe+H3jKM
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUcv1ep7+k3aWVOgknc2VVxoPWHNwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE4MTIzOVoYDzIxMjYxMDI4
MTgxMjM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATmNHOPP7LmOS8JOpw2dBjXBeo3zzQcN0AysGqEyRc9fcbcakdQsGsh
GcKEPYlOjjSzC++iuJXjaKEUXe+H3jKMo28wbTAdBgNVHQ4EFgQUZ3E7B5If6etG
Zk/oWFoZCKhQ1kIwHwYDVR0jBBgwFoAUZ3E7B5If6etGZk/oWFoZCKhQ1kIwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIhAM15yIaMBwQZDgmT9uzyczlWZlnQLi6veIiL/KexSrPmAiAO
3Nk+1d2V060k7oaQiwjP3zWzlQF0R4wBgm6C+xBlGg==
-----END CERTIFICATE-----
`,
};
