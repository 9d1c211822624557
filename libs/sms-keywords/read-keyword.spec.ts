import { DEFAULT_ANSWERS } from './default-answers.js';
import { smsSegments } from '../providers/kit/sms-segments.js';
import { readKeyword } from './read-keyword.js';

const US = '+14155550123';

describe('CS40: a text message is a keyword', () => {
  it.each([
    [US, 'STOP', 'stop', 'en'],
    [US, 'stop', 'stop', 'en'],
    [US, ' Stop. ', 'stop', 'en'],
    [US, '"STOP"', 'stop', 'en'],
    [US, '«stop»!', 'stop', 'en'],
    [US, 'STOP 🙏', 'stop', 'en'],
    [US, 'ＳＴＯＰ', 'stop', 'en'],
    [US, 'ЅТОР', 'stop', 'en'],
    [US, 'stop all', 'stop', 'en'],
    [US, 'Opt-Out', 'stop', 'en'],
    [US, 'STOP\u200b', 'stop', 'en'],
    [US, '\u3164STOP\u3164', 'stop', 'en'],
    [US, '\u202eSTOP\u202c', 'stop', 'en'],
    [US, 'S.T.O.P.', 'stop', 'en'],
    [US, 'ⓈⓉⓄⓅ', 'stop', 'en'],
    [US, '𝐒𝐓𝐎𝐏', 'stop', 'en'],
    [US, 'ꜱᴛᴏᴘ', 'stop', 'en'],
    [US, `STOP${'!'.repeat(200)}`, 'stop', 'en'],
    [US, `STOP${'\n'.repeat(200)}`, 'stop', 'en'],
    ...['STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'].map((word) => [US, word, 'stop', 'en']),
    [US, 'start', 'start', 'en'],
    [US, 'UNSTOP', 'start', 'en'],
    [US, 'Help?', 'help', 'en'],
    [US, 'info', 'help', 'en'],
    [US, 'alto', 'stop', 'es'],
    [US, 'arrêt', 'stop', 'fr'],
    ['+33612345678', 'ARRÊT', 'stop', 'fr'],
    ['+33612345678', 'arret', 'stop', 'fr'],
    ['+33612345678', 'Stop', 'stop', 'fr'],
    ['+33612345678', 'unsubscribe', 'stop', 'en'],
    ['+33612345678', 'aide', 'help', 'fr'],
    ['+34612345678', 'baja', 'stop', 'es'],
    ['+5511987654321', 'cancelar', 'stop', 'pt'],
    ['+4915112345678', 'Stopp!', 'stop', 'de'],
    ['+41791234567', 'stopp', 'stop', 'de'],
    ['+41791234567', 'STOP', 'stop', 'en'],
    ['+46701234567', 'AVSLUTA', 'stop', 'sv'],
    ['+393331234567', 'Annulla', 'stop', 'it'],
    ['+905321234567', 'iptal', 'stop', 'tr'],
    ['+905321234567', 'ıptal', 'stop', 'tr'],
    ['+905321234567', 'İPTAL', 'stop', 'tr'],
    ['+79161234567', 'стоп', 'stop', 'ru'],
    ['+306912345678', 'διακοπή', 'stop', 'el'],
    ['+9725012345678', 'הסר', 'stop', 'he'],
    ['+971501234567', 'إلغاء', 'stop', 'ar'],
    ['+971501234567', 'الغاء', 'stop', 'ar'],
    ['+971501234567', 'توقـــف', 'stop', 'ar'],
    ['+819012345678', '停止', 'stop', 'ja'],
    ['+8613912345678', 'ｔｄ', 'stop', 'zh'],
    ['+821012345678', '수신거부', 'stop', 'ko'],
    ['+84912345678', 'dừng', 'stop', 'vi'],
    ['+84912345678', 'BAT DAU', 'start', 'vi'],
    ['+4520123456', 'hjælp', 'help', 'da'],
    ['whatsapp:+33612345678', 'arrêter', 'stop', 'fr'],
    ['12345', 'STOP', 'stop', 'en'],
  ])('%s sends %j: %s, in %s', (number, text, keyword, language) => {
    expect(readKeyword(text, number)).toEqual({ keyword, language });
  });

  it.each([
    [US, ''],
    [US, '...'],
    [US, 'Please stop'],
    [US, 'STOP it'],
    [US, 'Stop sending me this. Thanks'],
    [US, 'unstoppable'],
    [US, 'I need help'],
    [US, 'Your bus stop?'],
    [US, 'STOPP'],
    [US, 'constructor'],
    ['+4915112345678', 'baja'],
    ['+442071234567', 'arrêt'],
    [US, `STOP${'.'.repeat(2000)}`],
    [US, 'ST0P'],
    [US, 'STOP2END'],
    [US, 'START STOP'],
    [US, '🛑'],
    [US, '\u3164'],
    [US, 'st op now'],
  ])('but not when %s sends %j', (number, text) => {
    expect(readKeyword(text, number)).toBeUndefined();
  });

  it.each([
    [US, 'Yes', 'en'],
    ['+33612345678', 'oui', 'fr'],
    ['+4915112345678', 'Ja!', 'de'],
    ['+34612345678', 'sí', 'es'],
  ])('CS44: %s sends %j, which means start only after a stop', (number, text, language) => {
    expect(readKeyword(text, number)).toEqual({ keyword: 'start', language, onlyAfterStop: true });
  });
});

it.each(Object.entries(DEFAULT_ANSWERS))('CS43: answers in %s are at most two segments long', (_language, answers) => {
  for (const text of Object.values(answers)) expect(smsSegments(text).segments).toBeLessThanOrEqual(2);
});
