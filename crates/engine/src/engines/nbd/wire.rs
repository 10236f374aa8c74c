//! The numbers of NBD, once, for the client here and for a server
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>, whose names they keep). Big-endian on the wire.

/// Longest name of an export, and longest text of a server (protocol, "String values").
pub const MAX_EXPORT_NAME: usize = 4096;
/// Bytes of a request without its payload.
pub const REQUEST_BYTES: usize = 28;
/// Bytes of a simple reply without its payload.
pub const REPLY_BYTES: usize = 16;
/// Bytes of the head of a chunk of a structured reply.
pub const CHUNK_BYTES: usize = 20;
/// Longest read or write that every client may use without a size from the server.
pub const MAX_BLOCK: u32 = 32 << 20;

/// First words of a server.
pub const NBD_MAGIC: u64 = u64::from_be_bytes(*b"NBDMAGIC");
/// Second words of a server that speaks newstyle; first of an option.
pub const NEWSTYLE_MAGIC: u64 = u64::from_be_bytes(*b"IHAVEOPT");
/// Second words of a server from before 2011.
pub(crate) const OLDSTYLE_MAGIC: u64 = 0x0000_4202_8186_1253;
/// First words of a reply to an option.
pub const OPTION_REPLY_MAGIC: u64 = 0x0003_e889_0455_65a9;
/// First words of a request.
pub const REQUEST_MAGIC: u32 = 0x2560_9513;
/// First words of a simple reply.
pub const SIMPLE_REPLY_MAGIC: u32 = 0x6744_6698;
/// First words of a chunk of a structured reply.
pub const STRUCTURED_REPLY_MAGIC: u32 = 0x668e_33ef;

/// Handshake flag, the same bit on both sides: NBD_FLAG_FIXED_NEWSTYLE.
pub const FIXED_NEWSTYLE: u16 = 1;
/// Handshake flag, the same bit on both sides: NBD_FLAG_NO_ZEROES.
pub const NO_ZEROES: u16 = 2;

/// NBD_OPT_EXPORT_NAME
pub const OPT_EXPORT_NAME: u32 = 1;
/// NBD_OPT_ABORT
pub const OPT_ABORT: u32 = 2;
/// NBD_OPT_LIST
pub const OPT_LIST: u32 = 3;
/// NBD_OPT_STARTTLS
pub const OPT_STARTTLS: u32 = 5;
/// NBD_OPT_INFO
pub const OPT_INFO: u32 = 6;
/// NBD_OPT_GO
pub const OPT_GO: u32 = 7;
/// NBD_OPT_STRUCTURED_REPLY
pub const OPT_STRUCTURED_REPLY: u32 = 8;
/// NBD_OPT_LIST_META_CONTEXT
pub const OPT_LIST_META_CONTEXT: u32 = 9;
/// NBD_OPT_SET_META_CONTEXT
pub const OPT_SET_META_CONTEXT: u32 = 10;

/// NBD_REP_ACK
pub const REP_ACK: u32 = 1;
/// NBD_REP_SERVER
pub const REP_SERVER: u32 = 2;
/// NBD_REP_INFO
pub const REP_INFO: u32 = 3;
/// NBD_REP_META_CONTEXT
pub const REP_META_CONTEXT: u32 = 4;
/// The bit that makes a reply an error.
pub const REP_ERROR: u32 = 1 << 31;
/// NBD_REP_ERR_UNSUP
pub const REP_ERR_UNSUP: u32 = REP_ERROR | 1;
/// NBD_REP_ERR_INVALID
pub const REP_ERR_INVALID: u32 = REP_ERROR | 3;
/// NBD_REP_ERR_UNKNOWN
pub const REP_ERR_UNKNOWN: u32 = REP_ERROR | 6;
/// NBD_REP_ERR_TOO_BIG
pub const REP_ERR_TOO_BIG: u32 = REP_ERROR | 9;

/// NBD_INFO_EXPORT
pub const INFO_EXPORT: u16 = 0;
/// NBD_INFO_NAME
pub const INFO_NAME: u16 = 1;
/// NBD_INFO_BLOCK_SIZE
pub const INFO_BLOCK_SIZE: u16 = 3;

/// Transmission flag: NBD_FLAG_HAS_FLAGS
pub const FLAG_HAS_FLAGS: u16 = 1;
pub(crate) const FLAG_READ_ONLY: u16 = 1 << 1;
/// Transmission flag: NBD_FLAG_SEND_FLUSH
pub const FLAG_SEND_FLUSH: u16 = 1 << 2;
/// Transmission flag: NBD_FLAG_SEND_FUA
pub const FLAG_SEND_FUA: u16 = 1 << 3;
pub(crate) const FLAG_ROTATIONAL: u16 = 1 << 4;
/// Transmission flag: NBD_FLAG_SEND_TRIM
pub const FLAG_SEND_TRIM: u16 = 1 << 5;
/// Transmission flag: NBD_FLAG_SEND_WRITE_ZEROES
pub const FLAG_SEND_WRITE_ZEROES: u16 = 1 << 6;
/// Transmission flag: NBD_FLAG_SEND_DF
pub const FLAG_SEND_DF: u16 = 1 << 7;
/// Transmission flag: NBD_FLAG_CAN_MULTI_CONN
pub const FLAG_CAN_MULTI_CONN: u16 = 1 << 8;

/// NBD_CMD_READ
pub const CMD_READ: u16 = 0;
/// NBD_CMD_WRITE
pub const CMD_WRITE: u16 = 1;
/// NBD_CMD_DISC
pub const CMD_DISC: u16 = 2;
/// NBD_CMD_FLUSH
pub const CMD_FLUSH: u16 = 3;
/// NBD_CMD_TRIM
pub const CMD_TRIM: u16 = 4;
/// NBD_CMD_WRITE_ZEROES
pub const CMD_WRITE_ZEROES: u16 = 6;
/// NBD_CMD_BLOCK_STATUS
pub const CMD_BLOCK_STATUS: u16 = 7;

/// NBD_CMD_FLAG_FUA
pub const CMD_FLAG_FUA: u16 = 1;
/// NBD_CMD_FLAG_NO_HOLE
pub const CMD_FLAG_NO_HOLE: u16 = 1 << 1;
/// NBD_CMD_FLAG_DF
pub const CMD_FLAG_DF: u16 = 1 << 2;
/// NBD_CMD_FLAG_REQ_ONE
pub const CMD_FLAG_REQ_ONE: u16 = 1 << 3;

/// NBD_REPLY_FLAG_DONE: the last chunk of a reply.
pub const REPLY_FLAG_DONE: u16 = 1;
/// NBD_REPLY_TYPE_OFFSET_DATA
pub const REPLY_TYPE_OFFSET_DATA: u16 = 1;
/// NBD_REPLY_TYPE_BLOCK_STATUS
pub const REPLY_TYPE_BLOCK_STATUS: u16 = 5;
/// NBD_REPLY_TYPE_ERROR
pub const REPLY_TYPE_ERROR: u16 = 1 << 15 | 1;

/// NBD_STATE_HOLE of base:allocation.
pub const STATE_HOLE: u32 = 1;
/// NBD_STATE_ZERO of base:allocation.
pub const STATE_ZERO: u32 = 2;
