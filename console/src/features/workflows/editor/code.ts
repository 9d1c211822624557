/** In what languages the trigger is shown. */
export const LANGUAGES = ['curl', 'Node', 'Python', 'PHP', 'Go'] as const;

export type Language = (typeof LANGUAGES)[number];

interface Trigger {
  /** Of the API, such as `https://carillon.example.com`. */
  origin: string;
  name: string;
  to: string;
  payload: Record<string, unknown>;
}

/** The code that triggers a workflow. The key comes from the environment of the process. It needs no packages. */
export function codeOf(language: Language, { origin, ...body }: Trigger): string {
  const json = JSON.stringify(body, null, 2);
  return CODES[language](`${origin}/v1/events/trigger`, json);
}

const CODES: Record<Language, (address: string, json: string) => string> = {
  curl: (address, json) =>
    [
      `curl ${shellText(address)} \\`,
      '  -H "Authorization: ApiKey $CARILLON_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shellText(json)}`,
    ].join('\n'),
  Node: (address, json) => `const response = await fetch(${JSON.stringify(address)}, {
  method: 'POST',
  headers: {
    Authorization: \`ApiKey \${process.env.CARILLON_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(json, '  ')}),
});
if (!response.ok) throw new Error(await response.text());
console.log((await response.json()).data);`,
  Python: (address, json) => `import json
import os
import urllib.request

body = r'''${without("'", json)}'''
request = urllib.request.Request(
    ${JSON.stringify(address)},
    data=body.encode(),
    headers={
        "Authorization": f"ApiKey {os.environ['CARILLON_API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"])`,
  PHP: (address, json) => `<?php
$body = ${phpText(json)};
$request = curl_init(${phpText(address)});
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: ApiKey ' . getenv('CARILLON_API_KEY'),
        'Content-Type: application/json',
    ],
]);
$response = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {
    throw new RuntimeException($response);
}
print_r(json_decode($response, true)['data']);`,
  Go: (address, json) => `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := \`${without('`', json)}\`
	request, err := http.NewRequest("POST", ${JSON.stringify(address)}, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "ApiKey "+os.Getenv("CARILLON_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	result, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status, string(result))
}`,
};

/** Writes a character that only texts of JSON have as its escape sequence, so that a literal that ends with it is safe. */
function without(sign: string, json: string): string {
  return json.replaceAll(sign, `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function indented(text: string, space: string): string {
  return text.replaceAll('\n', `\n${space}`);
}

/** A text as one word of a shell, whatever is in it. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text of PHP in which nothing is replaced. */
function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
