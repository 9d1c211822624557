/** What a text message of one word asks for. */
export const KEYWORDS = ['stop', 'start', 'help'] as const;
export type Keyword = (typeof KEYWORDS)[number];

/** The keywords of a language, separated by blanks. Phrases are written as one word. */
interface LanguageKeywords extends Record<Keyword, string> {
  /** Words that mean `start` from a number that is stopped, and nothing from any other. */
  yes: string;
}

/** `STOP` and `START` are keywords of each language whose speakers use them. */
const TABLE = {
  en: {
    stop: 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE',
    start: 'START UNSTOP',
    help: 'HELP INFO',
    yes: 'YES',
  },
  ar: {
    stop: 'توقف إيقاف إلغاء قف',
    start: 'ابدأ بدء اشتراك',
    help: 'مساعدة',
    yes: 'نعم',
  },
  bg: {
    stop: 'СТОП STOP ОТКАЗ ОТПИСВАНЕ',
    start: 'СТАРТ START',
    help: 'ПОМОЩ',
    yes: 'ДА',
  },
  cs: {
    stop: 'STOP ZASTAVIT ODHLÁSIT ZRUŠIT KONEC',
    start: 'START PŘIHLÁSIT ZAČÍT',
    help: 'POMOC NÁPOVĚDA',
    yes: 'ANO',
  },
  da: {
    stop: 'STOP STOPP AFMELD AFSLUT FRAMELD',
    start: 'START TILMELD',
    help: 'HJÆLP',
    yes: 'JA',
  },
  de: {
    stop: 'STOP STOPP ABMELDEN ABBESTELLEN BEENDEN ENDE',
    start: 'START STARTEN ANMELDEN',
    help: 'HILFE INFO',
    yes: 'JA',
  },
  el: {
    stop: 'ΣΤΟΠ ΔΙΑΚΟΠΗ ΑΚΥΡΩΣΗ STOP',
    start: 'ΕΝΑΡΞΗ START',
    help: 'ΒΟΗΘΕΙΑ',
    yes: 'ΝΑΙ',
  },
  es: {
    stop: 'STOP BAJA ALTO PARAR CANCELAR DETENER ANULAR',
    start: 'START ALTA INICIAR COMENZAR REANUDAR',
    help: 'AYUDA INFO INFORMACIÓN',
    yes: 'SÍ',
  },
  fi: {
    stop: 'STOP SEIS LOPETA PERU PERUUTA POISTA',
    start: 'START ALOITA',
    help: 'APUA OHJE',
    yes: 'KYLLÄ',
  },
  fr: {
    stop: 'STOP ARRÊT ARRÊTE ARRÊTER ARRÊTEZ DÉSABONNER DÉSABONNEMENT DÉSINSCRIRE DÉSINSCRIPTION ANNULER',
    start: 'START DÉBUT COMMENCER REPRENDRE',
    help: 'AIDE INFO',
    yes: 'OUI',
  },
  he: {
    stop: 'הסר הסרה עצור הפסק',
    start: 'התחל',
    help: 'עזרה',
    yes: 'כן',
  },
  hi: {
    stop: 'बंद रोकें',
    start: 'शुरू',
    help: 'मदद',
    yes: 'हाँ',
  },
  hr: {
    stop: 'STOP ODJAVA ODJAVI PREKINI',
    start: 'START PRIJAVA',
    help: 'POMOĆ',
    yes: 'DA',
  },
  hu: {
    stop: 'STOP LEÁLLÍT LEIRATKOZÁS LEIRATKOZOM',
    start: 'START INDÍT FELIRATKOZÁS',
    help: 'SEGÍTSÉG SÚGÓ',
    yes: 'IGEN',
  },
  id: {
    stop: 'BERHENTI BATAL STOP',
    start: 'MULAI MULA START',
    help: 'BANTUAN',
    yes: 'YA',
  },
  it: {
    stop: 'STOP ANNULLA FERMA BASTA CANCELLA CANCELLAMI DISISCRIVI DISISCRIVIMI',
    start: 'START INIZIA ISCRIVI RIPRENDI',
    help: 'AIUTO INFO',
    yes: 'SÌ',
  },
  ja: {
    stop: '停止 ストップ 解除 配信停止 中止',
    start: '開始 再開',
    help: 'ヘルプ',
    yes: 'はい',
  },
  ko: {
    stop: '중지 수신거부 정지 해지',
    start: '시작 수신동의',
    help: '도움말',
    yes: '네 예',
  },
  nl: {
    stop: 'STOP STOPPEN AFMELDEN UITSCHRIJVEN',
    start: 'START STARTEN AANMELDEN',
    help: 'HULP HELP INFO',
    yes: 'JA',
  },
  no: {
    stop: 'STOPP STOP AVSLUTT AVMELD MELDAV',
    start: 'START',
    help: 'HJELP',
    yes: 'JA',
  },
  pl: {
    stop: 'STOP ZATRZYMAJ WYPISZ REZYGNUJĘ ANULUJ KONIEC',
    start: 'START ZAPISZ WZNÓW',
    help: 'POMOC INFO',
    yes: 'TAK',
  },
  pt: {
    stop: 'STOP PARAR PARE SAIR CANCELAR REMOVER',
    start: 'START INICIAR COMEÇAR VOLTAR',
    help: 'AJUDA INFO',
    yes: 'SIM',
  },
  ro: {
    stop: 'STOP OPRIRE OPREȘTE DEZABONARE ANULARE',
    start: 'START PORNIRE ABONARE',
    help: 'AJUTOR',
    yes: 'DA',
  },
  ru: {
    stop: 'СТОП STOP ОТПИСАТЬСЯ ОТПИСКА ОТМЕНА ХВАТИТ',
    start: 'СТАРТ START ПОДПИСАТЬСЯ НАЧАТЬ',
    help: 'ПОМОЩЬ СПРАВКА ИНФО',
    yes: 'ДА',
  },
  sk: {
    stop: 'STOP ZASTAVIŤ ODHLÁSIŤ ZRUŠIŤ KONIEC',
    start: 'START PRIHLÁSIŤ ZAČAŤ',
    help: 'POMOC',
    yes: 'ÁNO',
  },
  sv: {
    stop: 'STOPP STOP AVSLUTA AVREGISTRERA AVBRYT',
    start: 'START STARTA',
    help: 'HJÄLP INFO',
    yes: 'JA',
  },
  th: {
    stop: 'หยุด ยกเลิก',
    start: 'เริ่ม',
    help: 'ช่วยเหลือ',
    yes: 'ใช่',
  },
  tr: {
    stop: 'DUR DURDUR İPTAL RET ÇIK STOP',
    start: 'BAŞLA BAŞLAT START',
    help: 'YARDIM BİLGİ',
    yes: 'EVET',
  },
  uk: {
    stop: 'СТОП STOP ВІДПИСАТИСЯ ВІДПИСКА СКАСУВАТИ',
    start: 'СТАРТ START ПОЧАТИ',
    help: 'ДОПОМОГА ІНФО',
    yes: 'ТАК',
  },
  vi: {
    stop: 'DỪNG HỦY NGỪNG STOP',
    start: 'BẮTĐẦU START',
    help: 'TRỢGIÚP',
    yes: 'CÓ',
  },
  zh: {
    stop: '停止 退订 退訂 取消 TD',
    start: '开始 開始 订阅 訂閱',
    help: '帮助 幫助',
    yes: '是',
  },
} as const satisfies Record<string, LanguageKeywords>;

export type KeywordLanguage = keyof typeof TABLE;

/** The keywords by language. */
export const LANGUAGE_KEYWORDS: Readonly<Record<KeywordLanguage, LanguageKeywords>> = TABLE;
